import { foldCase } from '../../../collections/cases/fold.ts'
import { operationsOf } from '../../../collections/cases/interviewed.ts'
import type { CaseOperation } from '../../../collections/cases/operation.ts'
import { caseOperationKey } from '../../../collections/interview/cases/case-log.ts'
import { caseKeyOf, plainAnswers } from '../../../collections/interview/cases/follow-interview.ts'
import { canonical, pendingOperations } from '../../../collections/operation-log.ts'
import { caseLacks, type CaseDoc } from '../../../collections/schemas/cases.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import type { Look } from '../product/look.ts'
import { caseBlock } from '../world/cases.ts'
import type { Phone, World } from '../world/world.ts'

/** Cases follow their interviews on every phone, and at rest all phones have those of the server. */

const same = ({ key, act, seen, label, values }: CaseOperation): string =>
  canonical({ key, act, seen, label, values })

const madeBy = (doc: SubmissionDoc) =>
  operationsOf([caseBlock], plainAnswers(doc.answers), {
    key: caseKeyOf(doc),
    at: doc.submittedAt,
    by: '',
    form_id: doc.form_id,
    submission_id: doc.server_id,
  })

/** Whether the operations of an interview must count on its phone, or must not; null where the server decides. */
const mustCount = ({ state, crdts }: SubmissionDoc, isPlain: boolean): boolean | null => {
  switch (state) {
    case 'unsent':
    case 'refused':
      return true
    case 'stored':
      return pendingOperations(crdts).length > 0 || isPlain ? true : null
    case 'open':
    case 'deleting':
    case 'binned':
      return false
  }
}

const checkFold = (name: string, { id, operations, ...doc }: CaseDoc): readonly string[] => {
  const { label, values, version, isRegistered } = foldCase(Object.values(operations))
  const isFold =
    canonical([label, values, version, isRegistered]) ===
    canonical([doc.label, doc.values, doc.version, doc.hidden === 0])
  const keys = Object.entries(operations).every(([at, { key }]) => caseOperationKey(key) === at)
  return isFold && keys ? [] : [`the case ${id} on ${name} is not the fold of its operations`]
}

/** At every moment each interview of a phone counts in its cases, or does not, by its state. */
export const checkCases = (world: World, phone: Phone, look: Look): readonly string[] => {
  const { name } = phone
  const byId = new Map(look.cases.map(doc => [doc.id, doc]))
  const isPlain = world.server.cases === null
  // A second document of an interview may say something else until both are joined.
  const twice = new Set<string>()
  const keys = new Set<string>()
  for (const doc of look.interviews) {
    const key = caseKeyOf(doc)
    if (keys.has(key)) twice.add(key)
    keys.add(key)
  }
  return [
    ...look.cases.flatMap(doc => checkFold(name, doc)),
    ...look.interviews.flatMap(doc => {
      const must = mustCount(doc, isPlain)
      if (must === null || twice.has(caseKeyOf(doc)) || !look.hasForm) return []
      return madeBy(doc).flatMap(({ id, operation }) => {
        const found = byId.get(id)?.operations[caseOperationKey(operation.key)]
        if (!must)
          return found === undefined
            ? []
            : [`${id} on ${name} counts ${operation.key}, whose interview is ${doc.state}`]
        if (found === undefined)
          return [`${id} on ${name} lacks ${operation.key}, whose interview is ${doc.state}`]
        return same(found) === same(operation)
          ? []
          : [`${id} on ${name} has ${same(found)} and not ${same(operation)}`]
      })
    }),
  ]
}

const contents = (operations: Readonly<Record<string, CaseOperation>> | readonly CaseOperation[]) =>
  canonical(
    Object.values(operations)
      .map(operation => canonical(operation))
      .sort(),
  )

/** At rest a phone has the cases that the server lists to its surveyor, and what is in Recovery; nothing waits. */
export const checkCasesAtRest = async (
  world: World,
  phone: Phone,
  look: Look,
): Promise<readonly string[]> => {
  const { cases } = world.server
  const { name } = phone
  if (cases === null) return []
  const listed = new Map((await cases.listedTo(look.surveyor)).map(row => [row.id, row]))
  const problems: string[] = []
  for (const doc of look.cases) {
    const row = listed.get(doc.id)
    const states = Object.values(doc.own ?? {}).map(({ state }) => state)
    if (states.some(state => state !== 'refused')) problems.push(`${doc.id} waits on ${name}`)
    if (states.length > 0) continue
    if (row === undefined) problems.push(`${name} has the case ${doc.id}, which is not theirs`)
    else if (contents(row.operations) !== contents(doc.operations)) {
      problems.push(
        `${doc.id} on ${name} says ${contents(doc.operations)} and not ${contents(row.operations)}`,
      )
    }
    if (doc.lacks !== caseLacks.nothing) problems.push(`${doc.id} lacks something on ${name}`)
  }
  const here = new Set(look.cases.map(({ id }) => id))
  const missing = [...listed.keys()].filter(id => !here.has(id))
  return [...problems, ...missing.map(id => `${name} lacks the case ${id}`)]
}
