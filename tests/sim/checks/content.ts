import type { Look } from '../product/look.ts'
import { isKept, isKeptCoordinate, type SimRow, type Surveyor } from '../servers/sim-server.ts'
import { everGiven } from '../world/given.ts'
import { fieldOfAnswerKey } from '../../../collections/ids.ts'
import { isEarlier } from '../world/content.ts'
import { seenField } from '../world/cases.ts'
import { isMemberField } from '../world/members.ts'
import { checkMembersOf } from './members.ts'
import type { Interview, World } from '../world/world.ts'

/** A server has exactly what was submitted, under the name of its author. */

/** A row is in its author's account. */
export const checkAccount = (
  { interviews }: World,
  account: Surveyor,
  rows: readonly SimRow[],
): readonly string[] =>
  rows.flatMap(({ marker }) => {
    if (isEarlier(account, marker)) return []
    const interview = interviews.find(known => known.marker === marker)
    if (interview === undefined)
      return [`'${marker}' is in the account of ${account}, and nobody's`]
    return interview.author === account
      ? []
      : [`${marker} of ${interview.author} is in the account of ${account}`]
  })

/** Every answer, the place and every file of a row are those that were submitted. */
export const checkRow = (world: World, interview: Interview, row: SimRow): readonly string[] => {
  const { marker, content, files, open } = interview
  const { quirks } = world.server
  const { latitude, longitude } = content.place
  const begun = interview.unsure !== null && typeof interview.unsure.what === 'object'
  const given = [
    ...files,
    ...(open?.change?.files ?? []),
    ...(begun && typeof interview.unsure?.what === 'object' ? interview.unsure.what.files : []),
  ]
  const isPlace =
    isKeptCoordinate(quirks, latitude, row.latitude) &&
    isKeptCoordinate(quirks, longitude, row.longitude)
  return [
    ...checkMembersOf(world, interview, row),
    ...Object.entries(row.answers)
      .filter(([key]) => !isMemberField(fieldOfAnswerKey(key).fieldId) && key !== seenField)
      .filter(
        ([field, text]) =>
          !everGiven(interview, field).some(value => isKept(quirks, field, value, text)),
      )
      .map(([field, text]) => `${marker} says ${field} '${text}', which nobody gave`),
    ...(isPlace
      ? []
      : [
          `${marker} was made at ${latitude}, ${longitude} and is at ${row.latitude}, ${row.longitude}`,
        ]),
    ...row.files
      .filter(
        file =>
          !given.some(
            known =>
              known.sha256 === file.sha256 &&
              known.field === file.field &&
              known.name === file.name,
          ),
      )
      .map(
        ({ field, name }) => `${marker} has '${name}' under ${field} with bytes that nobody gave`,
      ),
  ]
}

/** The files on a phone have their original bytes. */
export const checkBytes = async (
  { interviews }: World,
  look: Look,
  hashOf: (fileId: string) => Promise<string | null>,
): Promise<readonly string[]> => {
  const problems: string[] = []
  for (const { marker, files } of interviews) {
    for (const { id, name, sha256 } of files.filter(file => look.files.has(file.id))) {
      if ((await hashOf(id)) !== sha256)
        problems.push(`the file ${name} of ${marker} has other bytes`)
    }
  }
  return problems
}
