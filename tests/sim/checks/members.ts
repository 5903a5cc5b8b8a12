import { fieldOfAnswerKey } from '../../../collections/ids.ts'
import type { Look } from '../product/look.ts'
import type { SimRow } from '../servers/sim-server.ts'
import { ageField, nameField, type Member } from '../world/members.ts'
import type { Interview, Phone, World } from '../world/world.ts'
import { documentsIn, placesOf } from './places.ts'

/** Members that two phones add to one interview stay apart: each is there once, with its own age. */

/** The members in answers, by the number of their occurrence. */
const membersIn = (answers: Readonly<Record<string, unknown>>): readonly Member[] => {
  const found = new Map<number, Member>()
  for (const [key, value] of Object.entries(answers)) {
    const { fieldId, occurrence } = fieldOfAnswerKey(key)
    const known = found.get(occurrence) ?? { name: '', age: '' }
    if (fieldId === nameField) found.set(occurrence, { ...known, name: String(value) })
    if (fieldId === ageField) found.set(occurrence, { ...known, age: String(value) })
  }
  return [...found.values()]
}

/**
 * Whether the members of an interview may be mixed up: while the outcome of an edit is unknown, it keeps its numbers
 * (docs/open.md). On a server without If-Match a simultaneous change is overwritten, which only a server could prevent.
 */
const mayMix = ({ ledger, chronicle }: World, { marker }: Interview): boolean =>
  ledger.isDoubtful(marker) || chronicle.wasOverwritten(marker)

/** A member as it was given, one time after the other. */
const givenAs = ({ members }: Interview, name: string) =>
  members.filter(member => member.name === name)

/** No row has a member twice, with the age of another, or one that no surveyor gave. */
export const checkMembersOf = (
  world: World,
  interview: Interview,
  { answers }: SimRow,
): readonly string[] => {
  if (mayMix(world, interview)) return []
  const { marker } = interview
  const listed = membersIn(answers)
  return listed.flatMap(({ name, age }) => {
    const given = givenAs(interview, name)
    const isOnce = listed.filter(other => other.name === name).length === 1
    return [
      ...(given.some(known => known.age === age)
        ? []
        : [`${marker} has the member '${name}' of age '${age}', whom no surveyor gave`]),
      ...(isOnce ? [] : [`${marker} has the member ${name} twice`]),
    ]
  })
}

/** Each member is on the server, or on the phone that gave it. */
export const checkMembersKept = (
  world: World,
  interview: Interview,
  looks: ReadonlyMap<Phone, Look>,
  rows: readonly SimRow[],
): readonly string[] => {
  if (interview.isDeleted || mayMix(world, interview)) return []
  return interview.members.flatMap(({ phone, name, isSure }) => {
    const look = looks.get(phone)
    if (look === undefined || !isSure) return []
    const kept = [...rows, ...documentsIn(placesOf(interview, look))]
    const isThere = kept.some(doc => membersIn(doc?.answers ?? {}).some(one => one.name === name))
    return isThere ? [] : [`the member ${name} of ${interview.marker} is nowhere`]
  })
}

/** At rest the row has each member with the last age that a phone gave. */
export const checkMembersAtRest = (
  world: World,
  interview: Interview,
  { answers }: SimRow,
): readonly string[] => {
  if (mayMix(world, interview)) return []
  const { marker, members } = interview
  const listed = membersIn(answers)
  return [...new Set(members.map(({ name }) => name))].flatMap(name => {
    const given = givenAs(interview, name)
    const sure = given.filter(({ isSure }) => isSure)
    if (sure.length === 0) return []
    const last = [
      ...new Map(sure.map(({ phone, age }) => [phone, age])).values(),
      ...given.filter(({ isSure }) => !isSure).map(({ age }) => age),
    ]
    const age = listed.find(known => known.name === name)?.age ?? ''
    return last.includes(age)
      ? []
      : [`${marker} has the member ${name} with the age '${age}' and not ${last.join(' or ')}`]
  })
}
