import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { FormDefinition } from '../../../replication/wire/forms.ts'
import { parseLogic } from '../../../replication/wire/logic.ts'
import { importFile } from '../../../server/import/import-file.ts'
import { readSurvey } from '../../../server/import/sheet/read-survey.ts'
import { readSheets } from '../../../server/import/sheet/workbook.ts'
import { readXForm } from '../../../server/import/xform/read-xform.ts'
import { readXml } from '../../../server/import/xform/xml.ts'
import type { CompiledField } from '../../../src/form/definition/compiled-form.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { newInterview, type FillDevice } from '../../features/fill/fixtures.ts'
import { compile, question } from '../../form/form-fixtures.ts'
import { createRandom, type Random } from '../../sim/random.ts'
import { judgeSource, type SourceJudge } from './judge-source.ts'

/** Imports a form, answers it at random, and compares it with its source after each answer. */

/** The result of a walk. */
export interface Walk {
  /** The first few differences between the form and its source. */
  readonly differences: readonly string[]
  /** After how many answers a visible or required field changed. */
  readonly changes: number
  readonly fields: number
  readonly asked: number
  readonly leftOut: number
  /** How many fields were visible at some time, and how many hidden, required and refused. */
  readonly met: Readonly<Record<'seen' | 'hidden' | 'required' | 'refused', number>>
}

const enough = 5

/** The fields of an imported form, as the device stores them. */
export const questionsOf = (form: FormDefinition) =>
  form.sections.flatMap(section =>
    section.fields.map(field =>
      question(field.id, {
        section_id: section.id,
        section_name: section.name,
        section_order: section.order,
        name: field.name,
        type: field.type,
        is_required: field.is_required,
        multiple: field.multiple,
        options: JSON.stringify(field.options),
        label: field.label,
        help_text: field.help_text,
        logic: JSON.stringify({
          ...parseLogic({ ...field }),
          ...(field.labels === undefined ? {} : { labels: field.labels }),
          ...(field.guidance === undefined ? {} : { guidance: field.guidance }),
          ...(field.range === undefined ? {} : { range: field.range }),
          ...(section.fills === undefined ? {} : { section_fills: section.fills }),
          ...(section.repeat === undefined ? {} : { section_repeat: section.repeat }),
        }),
      }),
    ),
  )

const readSource = async (bytes: Buffer, name: string) =>
  /\.xml$/i.test(name)
    ? readXForm(readXml(bytes))
    : readSurvey((await readSheets(bytes)).sheets, 'form', false)

const wholeNumber = (random: Random, bounds: readonly number[]): string => {
  const near =
    bounds.length > 0 && random.chance(0.7) ? random.pick(bounds) + random.below(3) - 1 : null
  return String(Math.round(near ?? random.below(60)))
}

const someDay = (random: Random, today: string): string => {
  const far = random.pick([3, 40, 800, 30_000])
  const days = Date.parse(`${today}T00:00:00Z`) / 864e5 + 2 - random.below(far)
  return new Date(days * 864e5).toISOString().slice(0, 10)
}

/** An answer that a surveyor could give, sometimes empty and sometimes invalid. */
const answerTo = (
  random: Random,
  field: CompiledField,
  hints: {
    readonly bounds: readonly number[]
    readonly words: readonly string[]
    readonly today: string
  },
): Answer => {
  const values = field.options.map(({ value }) => value)
  const isEmpty = random.chance(0.08)
  switch (field.type) {
    case 'RANK':
    case 'CHECKBOX':
      return isEmpty ? [] : values.filter(() => random.chance(Math.min(0.5, 2 / values.length)))
    case 'RADIO':
    case 'SELECT':
      return isEmpty || values.length === 0 ? '' : random.pick(values)
    case 'RANGE':
    case 'RATING':
    case 'NUMBER':
      if (isEmpty) return ''
      return random.chance(0.1) ? `${random.below(20)}.5` : wholeNumber(random, hints.bounds)
    case 'DATE':
      return isEmpty ? '' : someDay(random, hints.today)
    case 'TIME':
      return isEmpty ? '' : `${10 + random.below(14)}:30`
    case 'DATETIME':
      return isEmpty ? '' : `${someDay(random, hints.today)}T10:30:00.000Z`
    case 'ACKNOWLEDGE':
      return isEmpty ? '' : 'OK'
    case 'GEOPOINT':
      return isEmpty ? '' : `${random.below(90)} ${random.below(180)} 0 5`
    case 'TEXT':
    case 'TEXTAREA':
      return isEmpty ? ' ' : random.pick(hints.words)
    case 'NOTE':
      return ''
  }
  // Files, and types that no import makes.
  return ''
}

/** The numbers and words in a form's expressions, because answers near them change something. */
const hintsOf = ({ fields }: SourceJudge) => {
  const numbers = new Map<string, readonly number[]>()
  const all = fields.flatMap(({ field, groups }) =>
    [field, ...groups.map(({ group }) => group)].flatMap(one => [
      one.relevant?.text ?? '',
      'constraint' in one ? (one.constraint?.text ?? '') : '',
    ]),
  )
  for (const { field, id } of fields) {
    const of = [field.constraint?.text ?? '', ...all.filter(text => text.includes(field.name))]
    numbers.set(
      id,
      [...of.join(' ').matchAll(/(?<![\w'.])\d+(?![\w'.])/g)].map(([digits]) => Number(digits)),
    )
  }
  const words = [
    ...new Set(all.flatMap(text => [...text.matchAll(/'([^']*)'/g)].map(([, word = '']) => word))),
  ]
  return { numbers, words: [...words.slice(0, 20), '1', '0', '7', '30', 'some text'] }
}

interface Standing {
  readonly isVisible: boolean
  readonly isRequired: boolean
  readonly isInvalid: boolean
  readonly offered: readonly string[]
}

const standingsOf = ({ form, logic, validity }: Interview): ReadonlyMap<string, Standing> =>
  new Map(
    form.fields.map(field => [
      field.id,
      {
        isVisible: logic.isVisible(field),
        isRequired: logic.isRequired(field),
        isInvalid: validity.problem(field.id) !== null,
        offered: logic.options(field).map(({ value }) => value),
      },
    ]),
  )

/** Imports a file, answers it so many times, and returns the differences from its source. */
export const walkSource = async (
  device: FillDevice,
  file: { readonly bytes: Buffer; readonly name: string },
  {
    seed,
    answers: count,
    today,
  }: { readonly seed: number; readonly answers: number; readonly today: string },
): Promise<Walk> => {
  const { form, report } = await importFile(file.bytes, file.name, {
    id: null,
    title: null,
    leaveOutBroken: true,
  })
  const judge = judgeSource(await readSource(file.bytes, file.name), report)
  const hints = hintsOf(judge)
  const compiled = compile(questionsOf(form))
  const interview = newInterview(device, compiled)
  const random = createRandom(seed)
  const answers = new Map<string, Answer>()
  const occurrences = new Map<string, number[]>()
  for (const { sectionId, occurrences: numbers } of interview.form.repeats) {
    occurrences.set(sectionId, [...numbers])
  }
  const differences: string[] = (compiled.logic?.problems ?? []).map(problem =>
    JSON.stringify(problem),
  )
  const met = { seen: new Set(), hidden: new Set(), required: new Set(), refused: new Set() }
  let changes = 0
  let before = ''

  const look = (after: string): void => {
    const stands = standingsOf(interview)
    const expected = judge.judge({ answers, occurrences, today })
    for (const [slot, standing] of stands) {
      const wanted = expected.get(slot)
      const found = { ...standing, isRequired: standing.isVisible && standing.isRequired }
      const meant = wanted && { ...wanted, isRequired: wanted.isVisible && wanted.isRequired }
      if (standing.isVisible) met.seen.add(slot)
      else met.hidden.add(slot)
      if (found.isRequired) met.required.add(slot)
      if (found.isInvalid && answers.has(slot)) met.refused.add(slot)
      if (JSON.stringify(found) === JSON.stringify(meant)) continue
      differences.push(
        `${after}: ${slot} is ${JSON.stringify(found)}, and should be ${JSON.stringify(meant)}`,
      )
    }
    const now = JSON.stringify([...stands])
    if (now !== before) changes += 1
    before = now
  }

  const answerOne = (): string => {
    const visible = interview.form.fields.filter(field => interview.validity.isAsked(field))
    const fresh = visible.filter(({ id }) => !answers.has(id))
    const field = random.pick(fresh.length > 0 && random.chance(0.7) ? fresh : visible)
    const answer = answerTo(random, field, {
      bounds: hints.numbers.get(field.fieldId) ?? [],
      words: hints.words,
      today,
    })
    answers.set(field.id, answer)
    interview.edit(field, answer)
    return `${field.id} = ${JSON.stringify(answer)}`
  }
  const moveRepeats = (): string => {
    const { sectionId } = random.pick(interview.form.repeats)
    const numbers = occurrences.get(sectionId) ?? []
    if (numbers.length > 3 || (numbers.length > 0 && random.chance(0.3))) {
      const number = random.pick(numbers)
      interview.removeOccurrence(sectionId, number)
      occurrences.set(
        sectionId,
        numbers.filter(one => one !== number),
      )
      return `${sectionId} without ${number}`
    }
    const added = interview.addOccurrence(sectionId)
    if (added !== null) occurrences.set(sectionId, [...numbers, added.occurrence])
    return `${sectionId} with one more`
  }

  look('at first')
  for (let n = 0; n < count && differences.length < enough; n += 1) {
    const isRepeat = interview.form.repeats.length > 0 && random.chance(0.06)
    look(`seed ${seed}, answer ${n}, ${isRepeat ? moveRepeats() : answerOne()}`)
  }
  await interview.close()
  return {
    differences: differences.slice(0, enough),
    changes,
    fields: judge.fields.length,
    ...judge.counts(),
    met: {
      seen: met.seen.size,
      hidden: met.hidden.size,
      required: met.required.size,
      refused: met.refused.size,
    },
  }
}
