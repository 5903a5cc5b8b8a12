import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { questionId } from '../../../collections/ids.ts'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { moveDraft } from '../../../collections/writes/write-interview.ts'
import { commitInterview } from '../../collections/commit.ts'
import { tieFieldId } from '../../../replication/wire/form/repeat.ts'
import type { FieldMore } from '../../../replication/wire/forms.ts'
import { copiedAnswers } from '../../../src/features/fill/opening/copied-answers.ts'
import { unfittingIn } from '../../../src/features/fill/header/unfitting-in.ts'
import { openInterview } from '../../../src/features/fill/opening/open-interview.ts'
import type { OpenParts } from '../../../src/features/fill/opening/opened.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import type { Unfitting } from '../../../src/form/answers/unfitting.ts'
import { movedIds } from '../../../src/form/definition/moved-ids.ts'
import { compile, question } from '../../form/form-fixtures.ts'
import { beginDraft, createFillDevice, newInterview, type FillDevice } from './fixtures.ts'
import { fileOf } from './session.ts'
import { add, answerOf, at } from './nested-form.ts'

/** A draft that is moved to a version in which its questions are elsewhere, or of another kind. */

const v2 = 'v2'

let device: FillDevice
let opened: Interview[]

beforeEach(async () => {
  opened = []
  device = await createFillDevice()
})
afterEach(async () => {
  for (const interview of opened) await interview.close()
  await device.db.close()
})

const inRepeat = (section: string, id: string, more: FieldMore = {}) =>
  question(id, {
    section_id: section,
    section_name: section,
    logic: JSON.stringify({ section_repeat: { min: 0, max: 9, label: '' }, ...more }),
  })

const begin = (questions: readonly FormQuestionDoc[]): Interview => {
  const interview = newInterview(device, compile(questions))
  opened.push(interview)
  return interview
}

/** Stores a version of the form on the device. */
const store = (hash: string, questions: readonly FormQuestionDoc[]) =>
  device.db.form_questions.bulkInsert(
    questions.map((one, order) => ({
      ...one,
      order,
      id: questionId(hash, one.field_id),
      definition_hash: hash,
    })),
  )

/** Moves an interview as its screen does, and opens it again. */
const move = async (
  interview: Interview,
  questions: readonly FormQuestionDoc[],
): Promise<Interview> => (await moveAndOpen(interview, questions)).interview

const moveAndOpen = async (interview: Interview, questions: readonly FormQuestionDoc[]) => {
  const newer = compile(questions)
  await store(v2, questions)
  const draft = await interview.writer.begin()
  await interview.writer.flush()
  await moveDraft(device.db, draft.id, v2, movedIds(interview.form.template, newer.template))
  await interview.close()
  const again = await openInterview(device as unknown as OpenParts, 'form', {
    kind: 'draft',
    id: draft.id,
  })
  if (again.kind !== 'open') throw new Error(`It is ${again.kind}.`)
  expect(again.interview.form.definitionHash).toBe(v2)
  opened.push(again.interview)
  return again
}

const numbersOf = ({ form }: Interview, sectionId: string) =>
  form.repeats.filter(one => one.sectionId === sectionId).map(one => one.occurrences)

describe('in a version whose repeats have other ids', () => {
  it('keeps a removed occurrence removed, and an empty one that was added', async () => {
    const interview = begin([inRepeat('s-10', 'name'), inRepeat('s-10', 'age')])
    for (const name of ['Asha', 'Ravi']) {
      interview.edit(at(interview, 'name', add(interview, 's-10')), name)
    }
    add(interview, 's-10')
    interview.removeOccurrence('s-10', 1)
    const moved = await move(interview, [inRepeat('s-20', 'name'), inRepeat('s-20', 'school')])
    expect(numbersOf(moved, 's-20')).toEqual([[0, 2]])
    expect(answerOf(moved, 'name', 0)).toBe('Asha')
  })

  const nested = (house: string, person: string) => {
    const hidden = { calculate: { var: '$self' } }
    const within = { section_repeat: { min: 0, max: 9, label: '', within: house, before: '' } }
    return [
      inRepeat(house, tieFieldId(house, 'key'), hidden),
      inRepeat(house, 'head'),
      inRepeat(person, tieFieldId(person, 'within'), { ...hidden, ...within }),
      inRepeat(person, 'who', within),
    ]
  }

  it('keeps every inner occurrence in its outer one', async () => {
    const interview = begin(nested('house', 'person'))
    for (const head of ['Asha', 'Ravi']) {
      interview.edit(at(interview, 'head', add(interview, 'house')), head)
    }
    interview.edit(at(interview, 'who', add(interview, 'person', 1)), 'of Ravi')
    interview.edit(at(interview, 'who', add(interview, 'person', 0)), 'of Asha')
    expect(numbersOf(interview, 'person')).toEqual([[1], [0]])
    const moved = await move(interview, nested('home', 'member'))
    expect(numbersOf(moved, 'member')).toEqual([[1], [0]])
    expect(answerOf(moved, 'who', 0)).toBe('of Ravi')
  })

  it('copies every inner occurrence into its outer one', async () => {
    const { db } = device
    await store('v1', nested('house', 'person'))
    await store(v2, nested('home', 'member'))
    const answers = {
      'house:key': '1',
      'house:key#1': '2',
      head: 'Asha',
      'head#1': 'Ravi',
      'person:within': '2',
      who: 'of Ravi',
      'person:within#1': '1',
      'who#1': 'of Asha',
    }
    const draft = await beginDraft(device, compile(nested('house', 'person')))()
    const place = { latitude: null, longitude: null, accuracy: null }
    const contents = { answers, files: [], place, address: '', city: '' }
    await commitInterview(db, draft, contents, device.clock.now())
    const newer = compile(nested('home', 'member'))
    const copied = await copiedAnswers({ db, env: device.env }, draft.id, newer)
    expect(copied).toMatchObject({ 'home:key#1': '2', 'member:within': '2' })
  })
})

describe('in a version that has no place for some answers', () => {
  const left = (found: readonly Unfitting[] = []) =>
    found.map(({ field, answer, fileNames }) => [field.id, answer, ...fileNames])

  it('lists those of a question that left its repeat, and its photos', async () => {
    const interview = begin([inRepeat('s-10', 'name'), inRepeat('s-10', 'photo')])
    for (const name of ['Asha', 'Ravi', '']) {
      interview.edit(at(interview, 'name', add(interview, 's-10')), name)
    }
    const { id } = await interview.writer.begin()
    await attachFile(device.db, { ...fileOf(id, 'photo'), occurrence: 2 }, new Blob(['one']))
    const questions = [question('name'), question('photo', { type: 'IMAGE' })]
    const { interview: moved, unfitting } = await moveAndOpen(interview, questions)
    expect(answerOf(moved, 'name')).toBe('Asha')
    expect(left(unfitting)).toEqual([
      ['name', 'Ravi'],
      ['photo', '', 'a.jpg'],
    ])
  })

  it('lists all but the first of a question that took several', async () => {
    const options = { options: '["a","ab","c"]' }
    const interview = begin([
      question('crops', { type: 'SELECT', multiple: true, ...options }),
      question('tools', { type: 'SELECT', multiple: true, ...options }),
      question('words', { type: 'SELECT', multiple: true, ...options }),
    ])
    interview.edit(at(interview, 'crops'), ['ab', 'a', 'c'])
    interview.edit(at(interview, 'tools'), ['c'])
    interview.edit(at(interview, 'words'), ['a', 'c'])
    const newer = [
      question('crops', { type: 'SELECT', ...options }),
      question('tools', { type: 'SELECT', ...options }),
      question('words'),
    ]
    expect(left(unfittingIn(interview, compile(newer)))).toEqual([['crops', ['a', 'c']]])
    const { interview: moved, unfitting } = await moveAndOpen(interview, newer)
    expect(answerOf(moved, 'crops')).toBe('ab')
    expect(answerOf(moved, 'words')).toBe('a, c')
    expect(left(unfitting)).toEqual([['crops', ['a', 'c']]])
  })
})
