import { reviewOf } from '../../../collections/interview/review.ts'
import type { Random } from '../random.ts'
import { surveyors, type Surveyor } from '../servers/sim-server.ts'
import { givenReviews } from '../world/reviews.ts'
import { ownField, type World } from '../world/world.ts'
import { chooseVisible, type Action } from './action.ts'
import { answerChange, told } from './acts.ts'
import { noteChange } from './pick-up.ts'
import { perform } from './perform.ts'

/** What the office says of interviews, and how surveyors answer. */

const anyRow = async (
  { server }: World,
  random: Random,
): Promise<{ readonly of: Surveyor; readonly id: string; readonly marker: string } | null> => {
  const rows = []
  for (const of of surveyors) {
    for (const { id, marker } of await server.rows(of)) rows.push({ of, id, marker })
  }
  return rows.length === 0 ? null : random.pick(rows)
}

const who = (random: Random): 0 | 1 => (random.chance(0.5) ? 0 : 1)

const comment: Action = async (world, random) => {
  const row = await anyRow(world, random)
  const { reviews } = world.server
  if (row === null || reviews === null) return 'nothing to comment on'
  const status = await reviews.comment(row.of, row.id, `say ${world.log.length}`, who(random))
  return `the office comments on ${row.marker}: ${status}`
}

const states = [
  'correction',
  'correction',
  'correction',
  'accepted',
  'rejected',
  'received',
] as const

/** Decides, now and then after the other reviewer or a surveyor was faster. */
const decide: Action = async (world, random) => {
  const row = await anyRow(world, random)
  const { reviews } = world.server
  if (row === null || reviews === null) return 'nothing to decide'
  const seen = await reviews.read(row.of, row.id)
  if (seen === null) return `${row.marker} cannot be read`
  const state = random.pick(states)
  const isLate = random.chance(0.3)
  const faster = isLate ? await reviews.comment(row.of, row.id, `cut ${world.log.length}`, 1) : 0
  const status = await reviews.decide(row.of, row.id, state, seen.rev, 0)
  if (faster === 200 && status !== 412)
    world.mishaps.push(`${row.marker} was ${state} by one who had not read all: ${status}`)
  const { decided } = givenReviews(world)
  if (status === 200 && state === 'correction') decided.delete(row.id)
  else if (status === 200 && state !== 'received') decided.add(row.id)
  return `the office decides ${row.marker} is ${state}: ${status}`
}

/** Replies to the last comment that a phone shows, and changes an answer with it. */
const reply: Action = async (world, random) => {
  const chosen = await chooseVisible(world, random)
  if (chosen === null) return 'nothing to reply to'
  const { tab, interview, id } = chosen
  const look = await tab.app?.look()
  const doc = look?.submissions.find(known => known.id === id)
  const review = doc === undefined ? null : reviewOf(doc)
  const last = review?.comments.findLast(({ by }) => by === 'office')
  if (review === null || last === undefined) return `nothing is said of ${interview.marker}`
  const text = `reply ${world.log.length} of ${tab.phone.name}.`
  const change = answerChange({ [ownField(tab.phone)]: `with ${text}` })
  interview.unsure = { tab, what: change }
  const ended = await perform(world, tab, async app =>
    String(await app.answerReview(id, change.answers, { to: last.id, text, seen: review.version })),
  )
  const isSure = ended.kind === 'done'
  if (isSure) {
    interview.unsure = null
    if (ended.value === 'true') noteChange(interview, tab.phone, change)
  }
  if (!isSure || ended.value === 'true') {
    const { marker } = interview
    const { version: seen } = review
    givenReviews(world).replies.push({ marker, phone: tab.phone, text, seen, isSure })
  }
  return `${tab.name} replies to ${interview.marker}: ${told(ended)}`
}

/** The relative frequency of each of them. */
export const reviewActions: readonly (readonly [Action, number])[] = [
  [comment, 6],
  [decide, 6],
  [reply, 9],
]
