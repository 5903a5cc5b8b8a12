import type { Interview, World } from '../world/world.ts'
import type { Action } from './action.ts'

/** Events at the server, or on the way to it, that a client does not see. */

/** An interview is deleted at the office, whatever is still in flight. */
const deleteElsewhere: Action = async (world, random) => {
  const { server } = world
  const rows = [...(await server.rows('asha')), ...(await server.rows('ravi'))]
  const known = world.interviews.filter(
    ({ marker, unsure, isDeleted }) =>
      unsure === null && !isDeleted && rows.some(row => row.marker === marker),
  )
  if (known.length === 0) return 'nothing to delete elsewhere'
  return deleteRows(world, random.pick(known))
}

/** Deletes an interview directly on the server, including a second row that a browser made of it. */
export const deleteRows = async (
  { server, chronicle }: World,
  interview: Interview,
): Promise<string> => {
  const { token } = server.accounts[interview.author]
  const rows = await server.rows(interview.author)
  for (const { id } of rows.filter(({ marker }) => marker === interview.marker)) {
    interview.goneIds.add(id)
    await server.fetch(
      new Request(`${server.origin}/api/surveyor/form-submissions/${id}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${token}` },
      }),
    )
  }
  if (interview.id !== null) interview.goneIds.add(interview.id)
  chronicle.deletedElsewhere(interview.marker)
  interview.isDeleted = true
  interview.isWithoutRow = true
  return `${interview.marker} is deleted elsewhere`
}

/** A connection breaks after the server did its work, and the browser repeats the request. */
const repeat: Action = (world, random) => {
  const path = random.pick(['/form-submissions', 'upload-files'])
  world.wire.arm({ path, method: 'POST', times: 1, reaches: 'yes', answer: 'again' })
  return Promise.resolve(`the browser will send the next POST of ${path} twice`)
}

const backUp: Action = async world => {
  await world.server.backUp()
  return 'the server is backed up'
}

const restore: Action = async world => {
  const wentBack = await world.server.restore()
  world.isRestored ||= wentBack
  return wentBack ? 'the server goes back to its backup' : 'the server has no backup'
}

/** The relative frequency of each of them. */
export const serverActions: readonly (readonly [Action, number])[] = [
  [deleteElsewhere, 2],
  [repeat, 2],
  [backUp, 1],
  [restore, 0.5],
]
