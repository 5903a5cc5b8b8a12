import { describe, expect, it } from 'vitest'
import { answerKey } from '../../../collections/ids.ts'
import { keepAnswer, moveDraft } from '../../../collections/writes/write-interview.ts'
import { diffDefinitions } from '../../../src/form/definition/definition-diff.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { compile, question } from '../../form/form-fixtures.ts'
import {
  begunHere,
  edit,
  fillIn,
  formId,
  openInterviewOf,
  openNew,
  place,
  setUpFilling,
  theDevice,
} from './session.ts'

describe('two versions of a form', () => {
  const older = compile([
    question('name'),
    question('age', { type: 'NUMBER' }),
    question('well', { type: 'RADIO', options: '["a"]' }),
    question('gone'),
  ])

  it('differ in what was added, removed and changed, and not in what was only moved', () => {
    const newer = compile([
      question('well', { type: 'RADIO', options: '["a","b"]' }),
      question('name'),
      question('age', { type: 'NUMBER', is_required: true }),
      question('new'),
    ])
    const { added, removed, changed } = diffDefinitions(older, newer)
    expect(added.map(({ id }) => id)).toEqual(['new'])
    expect(removed.map(({ id }) => id)).toEqual(['gone'])
    expect(changed.map(({ id }) => id)).toEqual(['well', 'age'])
  })

  it('with equal contents do not differ', () => {
    expect(diffDefinitions(older, older)).toEqual({ added: [], removed: [], changed: [] })
  })
})

describe('a draft that is moved to a new version', () => {
  setUpFilling()

  /** A version of the form on this device, without its last question. */
  const storeShorter = async (hash: string): Promise<string> => {
    const { db } = theDevice()
    const interview = await openNew()
    const questions = await db.form_questions
      .find({ selector: { definition_hash: interview.form.definitionHash } })
      .exec()
    const fields = interview.form.fields
    const last = fields.findLast(({ type, isRequired }) => type === 'TEXT' && !isRequired)
    const kept = questions.filter(({ field_id }) => field_id !== last?.id)
    await db.form_questions.bulkInsert(
      kept.map(doc => ({
        ...doc.toMutableJSON(),
        id: `${hash}-${doc.field_id}`,
        definition_hash: hash,
      })),
    )
    return last?.id ?? ''
  }

  it("keeps its answers, and sends those of the new version's questions", async () => {
    const { db } = theDevice()
    const removed = await storeShorter('v2')
    const interview = await openNew()
    fillIn(interview)
    await interview.writer.flush()
    const { id } = await interview.writer.begin()
    await keepAnswer(db, id, removed, 'left behind', 1)
    await moveDraft(db, id, 'v2')
    const moved = await openInterviewOf({ kind: 'draft', id })
    expect(moved.form.definitionHash).toBe('v2')
    expect(moved.form.fieldById.has(removed)).toBe(false)
    edit(moved, 'head_name', 'Meena')
    expect(await submit(theDevice(), moved, place)).toMatchObject({ kind: 'done' })
    const [saved] = await begunHere()
    expect(saved?.definition_hash).toBe('v2')
    expect(Object.keys(saved?.answers ?? {})).not.toContain(removed)
    expect(Object.keys(saved?.answers ?? {}).length).toBeGreaterThan(3)
  })

  it('is sent with the answers to its new questions by a tab that still shows the version before', async () => {
    const { db } = theDevice()
    const whole = (await openNew()).form.definitionHash
    const added = await storeShorter('v1')
    const form = await db.forms.findOne(formId).exec(true)
    await form.incrementalPatch({ definition_hash: 'v1' })
    const interview = await openNew()
    fillIn(interview)
    await interview.writer.flush()
    const { id } = await interview.writer.begin()
    await moveDraft(db, id, whole)
    const moved = await openInterviewOf({ kind: 'draft', id })
    const field = moved.form.fieldById.get(added)
    if (field === undefined) throw new Error('The version has no new question.')
    moved.edit(field, 'New')
    await moved.writer.flush()
    expect(interview.form.definitionHash).toBe('v1')
    expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'done' })
    const [saved] = await begunHere()
    expect(saved?.definition_hash).toBe(whole)
    expect(saved?.answers[answerKey(added)]).toBe('New')
  })
})
