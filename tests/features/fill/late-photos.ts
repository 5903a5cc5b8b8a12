import { expect } from 'vitest'
import { attachFiles } from '../../../src/features/fill/files/attach.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { fieldsOf, theDevice } from './session.ts'

/** Photos of the tests of files that are ready late. */

/** Longer than files that no document names are kept, ms. */
export const twoDays = 2 * 86_400_000
/** A photo whose bytes differ from those of every other name. */
const photo = (name: string) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff]), name], name, { type: 'image/jpeg' })

/** The question for photos. */
export const photosOf = (interview: Interview) => {
  const [field] = fieldsOf(interview, 'IMAGE')
  if (field === undefined) throw new Error('The form has no photos.')
  return field
}

/** Picks a photo that is being prepared until `ready` is called. */
export const pick = (interview: Interview, name: string, change: { multiple?: boolean } = {}) => {
  let ready = () => {}
  const prepared = new Promise<void>(resolve => {
    ready = resolve
  })
  const compress = async (bytes: File) => {
    await prepared
    return { bytes, problem: null }
  }
  const { db, env } = theDevice()
  const field = { ...photosOf(interview), ...change }
  const attached = attachFiles({ db, env, compress }, interview, field, [photo(name)])
  return { ready, attached }
}

/** Attaches a photo that needs no preparation. */
export const attachNow = async (interview: Interview, name: string, change = {}) => {
  const { ready, attached } = pick(interview, name, change)
  ready()
  expect((await attached).said).toEqual([])
}

/** The names of all files on the device. */
export const storedNames = async () =>
  (await theDevice().db.file_uploads.find().exec()).map(file => file.file_name)

/** The id of an interview's draft, once its answers are stored. */
export const draftIdOf = async (interview: Interview) => {
  await interview.writer.flush()
  return (await interview.writer.begin()).id
}
