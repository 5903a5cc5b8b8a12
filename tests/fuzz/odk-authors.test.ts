import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer } from '../../collections/schemas/submissions.ts'
import { listRows } from '../../replication/wire/form/files.ts'
import { importFile, type Imported } from '../../server/import/import-file.ts'
import type { Interview } from '../../src/features/fill/interview/interview-shape.ts'
import type { CompiledField, FormLists } from '../../src/form/definition/compiled-form.ts'
import { createFillDevice, newInterview, type FillDevice } from '../features/fill/fixtures.ts'
import { spokenText } from '../../src/features/fill/texts/spoken.ts'
import { compile } from '../form/form-fixtures.ts'
import { questionsOf } from '../server/import/walk-source.ts'
import { createRandom, type Random } from '../sim/random.ts'
import { choiceForms } from './authors/choices.ts'
import { comparisonForms } from './authors/comparisons.ts'
import { asWorkbook, asXForm } from './authors/form.ts'
import { repeatForms } from './authors/repeats.ts'
import type { WalkedForm } from './authors/rows.ts'
import { valueForms } from './authors/values.ts'
import { createExportCheck } from './exported-words.ts'
import { placesOf, slotsOf } from './odk-slots.ts'
import { openInEngine, placedName, type EngineForm, type EngineState } from './odk-engine.ts'

/**
 * Small forms of the kinds that authors write, as workbooks and as XForms, answered at random here and in the engine of
 * ODK Web Forms: after every answer all states are the same, and the report has a line for everything else.
 */

const isDeep = process.env['DEEP'] === '1'
const seeds = isDeep ? 12 : 1
const stepsEach = isDeep ? 150 : 40

const listsOf = (files: Imported['files']): FormLists =>
  new Map(
    files.flatMap(({ id, contents }) => ('rows' in contents ? [[id, listRows(contents)]] : [])),
  )

const offeredBy = (interview: Interview, field: CompiledField): readonly string[] | null => {
  const hasOptions = field.options.length > 0 || field.logic?.options_from !== undefined
  return hasOptions ? interview.logic.options(field).map(({ value }) => value) : null
}

/** Whether a label of theirs, which has its marks, is as on screen. */
const isPlainText = (text: string): boolean => text !== '' && !/[|*]/.test(text)

const bare = (text: string): string => text.replaceAll(/\s+/g, '')

const stateOf = (interview: Interview, field: CompiledField): EngineState => {
  const isVisible = interview.logic.isVisible(field)
  const problem = interview.validity.problem(field.id)
  return {
    isVisible,
    isRequired: isVisible && interview.logic.isRequired(field),
    isInvalid: isVisible && problem !== null && problem.kind !== 'required',
    value: isVisible ? [interview.answers.get(field)].flat().join(' ') : '',
    offered: offeredBy(interview, field),
  }
}

const numbers = ['', '0', '1', '3', '5', '7', '12', '99', '120', '-2', '4000']
const decimals = [...numbers, '0.5', '2.5', '3.14159', '17.005', '-0.25']
const days = [
  '',
  '2019-12-31',
  '2020-01-02',
  '2024-02-29',
  '2024-06-15',
  '2026-11-20',
  '2027-01-05',
]

const someAnswer = (
  random: Random,
  interview: Interview,
  field: CompiledField,
  { answers = {} }: WalkedForm,
): Answer => {
  const own = answers[field.fieldId]
  if (own !== undefined && own.length > 0) return random.pick(own)
  const values = interview.logic.options(field).map(({ value }) => value)
  switch (field.type) {
    case 'RADIO':
    case 'SELECT':
      if (field.multiple) return values.filter(() => random.chance(0.4))
      return values.length === 0 ? '' : random.pick(values)
    case 'CHECKBOX':
      return values.filter(() => random.chance(0.4))
    case 'RANK':
      return random.chance(0.5) ? values : values.toReversed()
    case 'NUMBER':
      return random.pick(field.logic?.valid_if === undefined ? decimals : numbers)
    case 'RANGE':
    case 'RATING': {
      const { min, max, step } = field.range
      const steps = Math.round((max - min) / step)
      return String(Number((min + random.below(steps + 1) * step).toFixed(6)))
    }
    case 'DATE':
      return random.pick(days)
    case 'TIME':
      return random.pick(['', '08:30', '13:05', '23:59'])
    case 'DATETIME':
      return random.pick(['', '2024-06-15T08:30:00.000+00:00', '2026-11-19T13:05:00.000+00:00'])
    case 'ACKNOWLEDGE':
      return random.pick(['', 'OK'])
    default:
      return random.pick(['', 'abc', 'zebra', 'Asha', ' two  words ', '3'])
  }
}

/*
 * In a form that counts occurrences, numbers and occurrences only grow, because of fewer ours keeps the answers for the
 * case that they come back, and theirs does not.
 */

const isCounted = ({ form }: Interview): boolean =>
  form.repeats.some(({ rules }) => rules.count !== undefined)

const isFewer = (answer: Answer, before: Answer): boolean =>
  typeof answer === 'string' ? Number(answer) < Number(before) : answer.length < before.length

/** Adds or removes an occurrence in all; returns what was done. */
const moveRepeats = (
  random: Random,
  interview: Interview,
  engine: EngineForm,
  repeats: Interview['form']['repeats'],
): string => {
  const repeat = random.pick(repeats)
  const name = placedName(
    repeat.sectionId.replace(/^.*\//, ''),
    repeat.outer === null ? [] : placesOf(repeat.outer),
  )
  const { occurrences } = repeat
  const mayRemove = !isCounted(interview)
  if (!mayRemove && occurrences.length > 2) return 'nothing'
  if (mayRemove && (occurrences.length > 2 || (occurrences.length > 0 && random.chance(0.35)))) {
    const place = random.below(occurrences.length)
    interview.removeOccurrence(repeat.sectionId, occurrences[place] ?? 0)
    engine.remove(name, place)
    return `${name} without ${place}`
  }
  interview.addOccurrence(repeat.key)
  engine.add(name)
  return `${name} with one more`
}

const clearUnoffered = (interview: Interview, engine: EngineForm): void => {
  for (const { field, name } of slotsOf(interview)) {
    const offered = offeredBy(interview, field)
    const chosen = [interview.answers.get(field)].flat().filter(value => value !== '')
    if (offered === null || chosen.every(value => offered.includes(value))) continue
    const stays = chosen.filter(value => offered.includes(value))
    const left = field.multiple || field.type === 'CHECKBOX' ? stays : ''
    interview.edit(field, left)
    engine.answer(name, left)
    clearUnoffered(interview, engine)
    return
  }
}

let device: FillDevice

beforeAll(async () => {
  device = await createFillDevice()
})
afterAll(() => device.db.close())

const cases = [...choiceForms, ...comparisonForms, ...repeatForms, ...valueForms].flatMap(form =>
  (['xlsx', 'xml'] as const)
    .filter(kind => form.only === undefined || form.only === kind)
    .map(kind => [form.of, kind, form] as const),
)

it.each(cases)('%s (%s)', async (_of, kind, form) => {
  const xml = asXForm(form)
  const bytes = kind === 'xml' ? Buffer.from(xml) : asWorkbook(form)
  const imported = await importFile(bytes, `form.${kind}`, {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  const lines = imported.report
    .filter(({ outcome }) => outcome !== 'translated')
    .map(({ name, outcome, what }) => `${name}: ${outcome}: ${what}`)
  const lists = listsOf(imported.files)
  const compiled = compile(questionsOf(imported.form), lists)
  const differencesOfExport = createExportCheck(imported.form, lists)
  const differences: string[] = (compiled.logic?.problems ?? []).map(one => JSON.stringify(one))
  for (let seed = 1; seed <= seeds; seed += 1) {
    const random = createRandom(seed)
    const interview = newInterview(device, compiled)
    const engine = await openInEngine(xml)
    const compare = async (done: string): Promise<void> => {
      clearUnoffered(interview, engine)
      const theirs = engine.states()
      const labels = engine.labels()
      const slots = slotsOf(interview)
      const names = new Set(slots.map(({ name }) => name))
      const lacks = ['instanceID', 'instanceName', ...(form.lacks ?? [])]
      const more = [...theirs.keys()].filter(
        name => !names.has(name) && !lacks.includes(name.replace(/#.*/, '')),
      )
      if (more.length > 0) differences.push(`seed ${seed}, ${done}: only there ${more.join()}`)
      for (const { field, name } of slots) {
        const own = JSON.stringify(stateOf(interview, field))
        const their = JSON.stringify(theirs.get(name))
        if (own !== their)
          differences.push(`seed ${seed}, ${done}: ${name} is ${own}, there ${their}`)
        const label = spokenText(interview, field, field.label)
        const wanted = labels.get(name) ?? ''
        if (isPlainText(wanted) && theirs.get(name)?.isVisible && bare(label) !== bare(wanted))
          differences.push(`seed ${seed}, ${done}: ${name} says ${label}, there ${wanted}`)
      }
      for (const difference of await differencesOfExport(interview))
        differences.push(`seed ${seed}, ${done}: ${difference}`)
    }
    await compare('at the start')
    for (let n = 0; n < stepsEach && differences.length < 8; n += 1) {
      const moved = interview.form.repeats.filter(({ rules }) => rules.count === undefined)
      if (moved.length > 0 && random.chance(0.25)) {
        await compare(`step ${n}, ${moveRepeats(random, interview, engine, moved)}`)
        continue
      }
      const asked = slotsOf(interview).filter(
        ({ field }) =>
          interview.validity.isAsked(field) && !['IMAGE', 'AUDIO', 'FILE'].includes(field.type),
      )
      if (asked.length === 0) continue
      const { field, name } = random.pick(asked)
      const answer = someAnswer(random, interview, field, form)
      if (isCounted(interview) && isFewer(answer, interview.answers.get(field))) continue
      interview.edit(field, answer)
      engine.answer(name, answer)
      await compare(`step ${n}, ${name} = ${JSON.stringify(answer)}`)
    }
    await interview.close()
  }
  expect(differences).toEqual([])
  for (const part of form.report ?? []) {
    expect(lines.filter(line => line.includes(part))).not.toEqual([])
  }
  expect(lines.filter(line => !(form.report ?? []).some(part => line.includes(part)))).toEqual([])
})
