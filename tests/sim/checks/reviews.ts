import { reviewOf } from '../../../collections/interview/review.ts'
import type { Review, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import type { Look } from '../product/look.ts'
import type { SimRow } from '../servers/sim-server.ts'
import { givenReviews, type GivenReply } from '../world/reviews.ts'
import type { Interview, Phone, World } from '../world/world.ts'
import { markerOf } from './places.ts'

/** What is said of interviews is never lost, never said twice, and read before it counts as corrected. */

const twice = (name: string, review: Review | null): readonly string[] => {
  const texts = (review?.comments ?? []).map(({ text }) => text)
  return texts
    .filter((text, at) => texts.indexOf(text) !== at)
    .map(text => `'${text}' is said twice of ${name}`)
}

/** Whether a reply may have ended with its row, or with the phone's data. */
const mayBeGone = (
  { chronicle }: World,
  interview: Interview | undefined,
  { marker, phone }: GivenReply,
): boolean =>
  interview === undefined ||
  interview.isDeleted ||
  interview.goneIds.size > 0 ||
  interview.givenUp.has(phone) ||
  interview.wiped.has(phone) ||
  chronicle.wasDeletionAsked(marker)

const isOn = ({ interviews, recovery, drafts }: Look, text: string): boolean =>
  JSON.stringify([interviews, recovery, drafts]).includes(text)

/** At every moment each reply is on its phone, or on the server. */
export const checkReplies = async (
  world: World,
  looks: ReadonlyMap<Phone, Look>,
  rows: readonly SimRow[],
): Promise<readonly string[]> => {
  const { reviews } = world.server
  if (reviews === null) return []
  const problems: string[] = []
  for (const [{ name }, look] of looks) {
    for (const doc of look.submissions)
      problems.push(...twice(`${markerOf(doc)} on ${name}`, reviewOf(doc)))
  }
  for (const reply of givenReviews(world).replies.filter(({ isSure }) => isSure)) {
    const interview = world.interviews.find(({ marker }) => marker === reply.marker)
    const look = looks.get(reply.phone)
    if (mayBeGone(world, interview, reply) || interview?.unsure !== null) continue
    if (look === undefined || isOn(look, reply.text)) continue
    const isThere = await isSaid(world, interview, rows, reply.text)
    if (!isThere) problems.push(`'${reply.text}' of ${reply.marker} is nowhere`)
  }
  return problems
}

const isSaid = async (
  { server }: World,
  { marker, author }: Interview,
  rows: readonly SimRow[],
  text: string,
): Promise<boolean> => {
  for (const { id } of rows.filter(row => row.marker === marker)) {
    const read = await server.reviews?.read(author, id)
    if (read?.review?.comments.some(comment => comment.text === text) === true) return true
  }
  return false
}

const asText = (review: Review | null): string =>
  review === null
    ? 'nothing'
    : `${review.state} ${review.version} ${review.comments.map(({ text }) => text).join(' / ')}`

/** A phone at rest shows the review of the server, and asks for just the corrections that are due. */
const checkShown = (name: string, doc: SubmissionDoc, review: Review | null): readonly string[] => {
  const isAsked = review?.state === 'correction'
  return [
    ...(asText(reviewOf(doc)) === asText(review)
      ? []
      : [`${name} shows ${asText(reviewOf(doc))} and not ${asText(review)}`]),
    ...((doc.correction === 1) === isAsked ? [] : [`${name} is to be corrected: ${!isAsked}`]),
  ]
}

/** At rest each comment and each reply is on the server once, and phones show that. */
export const checkReviewsAtRest = async (
  world: World,
  phone: Phone,
  look: Look,
  rows: readonly SimRow[],
): Promise<readonly string[]> => {
  const { reviews } = world.server
  if (reviews === null) return []
  const { replies, decided } = givenReviews(world)
  const problems: string[] = []
  const hasRefused = look.recovery.length > 0
  for (const { id, marker } of rows) {
    const review = (await reviews.read(look.surveyor, id))?.review ?? null
    const ids = new Set(review?.comments.map(comment => comment.id))
    problems.push(...twice(`${marker} on the server`, review))
    for (const said of reviews.said().filter(({ rowId }) => rowId === id))
      if (!ids.has(said.id)) problems.push(`the server has lost what was said of ${marker}`)
    const doc = look.submissions.find(({ server_id }) => server_id === id)
    if (doc?.hidden === 0) problems.push(...checkShown(`${marker} on ${phone.name}`, doc, review))
    const own = replies.filter(reply => reply.marker === marker)
    const isRead = own.some(({ seen }) => seen === review?.version)
    const isDecided = decided.has(id)
    // A restored server counts from its backup again.
    if (review?.state === 'corrected' && !isRead && !isDecided && !world.isRestored)
      problems.push(`${marker} counts as corrected, and no one had read version ${review.version}`)
    const interview = world.interviews.find(known => known.marker === marker)
    for (const reply of own.filter(({ isSure }) => isSure)) {
      if (reply.phone !== phone || hasRefused || mayBeGone(world, interview, reply)) continue
      if (!review?.comments.some(({ text }) => text === reply.text))
        problems.push(`the server has not the reply '${reply.text}' of ${marker}`)
      if (review?.state === 'correction' && reply.seen === review.version && !world.isRestored)
        problems.push(`${marker} waits for a correction that was made`)
    }
  }
  return problems
}
