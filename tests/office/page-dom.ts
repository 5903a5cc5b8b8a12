import { Window } from 'happy-dom'
import { populateGlobal } from 'vitest/runtime'

/* A DOM for the page, next to Node's own fetch, whose requests a real server answers. Imported before React. */

const { Blob, File, FormData } = globalThis
populateGlobal(globalThis, new Window({ url: 'http://transect.test/office' }), {
  bindFunctions: true,
})
Object.assign(globalThis, { Blob, File, FormData })
