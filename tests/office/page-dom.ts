import { Window } from 'happy-dom'
import { populateGlobal } from 'vitest/runtime'

/* A DOM for the page, next to Node's own fetch, whose requests a real server answers. Imported before React. */

const { Blob, File, FormData } = globalThis
populateGlobal(globalThis, new Window({ url: 'http://transect.test/office' }), {
  bindFunctions: true,
})
Object.assign(globalThis, { Blob, File, FormData })

/** The prototype of elements that has a property of theirs. */
const ownerOf = (name: string): object => {
  let owner: object = Object.getPrototypeOf(document.createElement('div')) as object
  while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as object
  return owner
}

// The DOM has no layout, and the data table shows only what is in its window.
for (const [name, size] of [
  ['clientWidth', 1280],
  ['clientHeight', 800],
] as const)
  Object.defineProperty(ownerOf(name), name, { get: () => size })
