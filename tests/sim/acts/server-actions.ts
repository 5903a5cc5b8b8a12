import type { Interview, World } from '../world/world.ts'
import type { Action } from './action.ts'

/** What happens at the server, and on the way to it below what a client sees. */

/** Somebody deletes an interview at a desk, whatever is still on its way there. */
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

/** Deletes an interview past every phone, also where a browser made two rows of it. */
export const deleteRows = async (
  { server, chronicle }: World,
  interview: Interview,
): Promise<string> => {
  const { token } = server.accounts[interview.author]
  const rows = await server.rows(interview.author)
  for (const { id } of rows.filter(({ marker }) => marker === interview.marker)) {
    await server.fetch(
      new Request(`${server.origin}/api/surveyor/form-submissions/${id}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${token}` },
      }),
    )
  }
  chronicle.deletedElsewhere(interview.marker)
  interview.isDeleted = true
  return `${interview.marker} is deleted elsewhere`
}

/** A connection dies after the server did its work, and the browser sends the request again by itself. */
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

/** How often each of them happens. */
export const serverActions: readonly (readonly [Action, number])[] = [
  [deleteElsewhere, 2],
  [repeat, 2],
  [backUp, 1],
  [restore, 0.5],
]
