import { expect, it } from 'vitest'
import type { Answer } from '../../collections/schemas/submissions.ts'
import { listRows } from '../../replication/wire/form/files.ts'
import { importFile, type Imported } from '../../server/import/import-file.ts'
import type { CompiledField, FormLists } from '../../src/form/definition/compiled-form.ts'
import type { Interview } from '../../src/features/fill/interview/interview-shape.ts'
import { createFillDevice, newInterview } from '../features/fill/fixtures.ts'
import { compile } from '../form/form-fixtures.ts'
import { questionsOf } from '../server/import/walk-source.ts'
import { createRandom, type Random } from '../sim/random.ts'
import { openInEngine, type EngineForm, type EngineState } from './odk-engine.ts'
import { cascadeForm } from './odk-cascade.ts'
import { featureForm } from './odk-form.ts'
import { createExportCheck } from './exported-words.ts'

/** The same random answers in an imported form and in the engine of ODK Web Forms, compared after each one. */

const isDeep = process.env['DEEP'] === '1'
const seeds = isDeep ? 20 : 2
const answersEach = isDeep ? 400 : 40

const wordsToType = ['', 'abc', 'zebra', ' two  words ', 'B7', 'cab']
const days = ['', '2019-12-31', '2020-01-02', '2024-06-15', '2024-06-16', '2026-11-22']

const someAnswer = (random: Random, interview: Interview, field: CompiledField): Answer => {
  const values = interview.logic.options(field).map(({ value }) => value)
  switch (field.type) {
    case 'RADIO':
    case 'SELECT':
      if (values.length === 0) return ''
      return random.pick(values)
    case 'CHECKBOX':
      return values.filter(() => random.chance(0.4))
    case 'NUMBER':
      if (random.chance(0.1)) return ''
      return String(field.id === 'litres' ? random.below(80) / 4 : random.below(130))
    case 'DATE':
      return random.pick(days)
    default:
      return random.pick(wordsToType)
  }
}

/** Only ever more, because of fewer ours keeps the answers for the case that they come back, and theirs does not. */
const morePeople = (random: Random, { answers }: Interview, field: CompiledField): Answer =>
  String(Math.min(5, Number(answers.get(field)) + random.below(3)))

const listsOf = (files: Imported['files']): FormLists =>
  new Map(
    files.flatMap(({ id, contents }) => ('rows' in contents ? [[id, listRows(contents)]] : [])),
  )

/** As the engine names a question. */
const slotOf = ({ fieldId, occurrence }: CompiledField): string =>
  occurrence === 0 ? fieldId : `${fieldId}#${occurrence}`

const offeredBy = (interview: Interview, field: CompiledField): readonly string[] | null => {
  const hasOptions = field.options.length > 0 || field.logic?.options_from !== undefined
  return hasOptions ? interview.logic.options(field).map(({ value }) => value) : null
}

/**
 * Clears what is not offered any more, in both. Ours keeps it until the surveyor changes it (docs/import.md); theirs goes,
 * and comes back when it is offered again.
 */
const clearUnoffered = (interview: Interview, engine: EngineForm): void => {
  for (const field of interview.form.fields) {
    const offered = offeredBy(interview, field)
    const chosen = [interview.answers.get(field)].flat().filter(value => value !== '')
    if (offered === null || chosen.every(value => offered.includes(value))) continue
    interview.edit(field, '')
    engine.answer(slotOf(field), '')
    clearUnoffered(interview, engine)
    return
  }
}

const statesOf = (interview: Interview): ReadonlyMap<string, EngineState> =>
  new Map(
    interview.form.fields.map(field => {
      const isVisible = interview.logic.isVisible(field)
      const problem = interview.validity.problem(field.id)
      const answer = interview.answers.get(field)
      return [
        slotOf(field),
        {
          isVisible,
          isRequired: isVisible && interview.logic.isRequired(field),
          isInvalid: isVisible && problem !== null && problem.kind !== 'required',
          value: isVisible ? [answer].flat().join(' ') : '',
          offered: offeredBy(interview, field),
        },
      ]
    }),
  )

it.each([
  ['features', featureForm],
  ['lists, groups and chains', cascadeForm],
])(
  'an imported form and the engine of ODK agree after every answer: %s',
  async (_of, xml) => {
    const differences: string[] = []
    let compared = 0
    const { form, files } = await importFile(Buffer.from(xml), 'form.xml', {
      id: null,
      title: null,
      leaveOutBroken: false,
    })
    const lists = listsOf(files)
    const compiled = compile(questionsOf(form), lists)
    const differencesOfExport = createExportCheck(form, lists)
    const device = await createFillDevice()
    for (let seed = 1; seed <= seeds; seed += 1) {
      const random = createRandom(seed)
      const interview = newInterview(device, compiled)
      const engine = await openInEngine(xml)
      for (let n = 0; n < answersEach && differences.length < 10; n += 1) {
        const field = random.pick(
          interview.form.fields.filter(one => interview.validity.isAsked(one)),
        )
        const answer =
          field.fieldId === 'people'
            ? morePeople(random, interview, field)
            : someAnswer(random, interview, field)
        interview.edit(field, answer)
        engine.answer(slotOf(field), answer)
        clearUnoffered(interview, engine)
        const theirs = engine.states()
        for (const [slot, own] of statesOf(interview)) {
          compared += 1
          if (JSON.stringify(own) === JSON.stringify(theirs.get(slot))) continue
          differences.push(
            `seed ${seed}, answer ${n}, ${field.id} = ${JSON.stringify(answer)}: ${slot} is ${JSON.stringify(own)}, there ${JSON.stringify(theirs.get(slot))}`,
          )
        }
        for (const difference of await differencesOfExport(interview))
          differences.push(`seed ${seed}, answer ${n}, ${field.id}: ${difference}`)
      }
      await interview.close()
    }
    await device.db.close()
    expect(differences).toEqual([])
    expect(compared).toBeGreaterThan(seeds * answersEach * 20)
  },
  600_000,
)
