import { afterAll, beforeAll, expect, it } from 'vitest'
import { operationsOf, type PlainAnswer } from '../../collections/cases/interviewed.ts'
import type { Answer } from '../../collections/schemas/submissions.ts'
import type { FormDefinition } from '../../replication/wire/forms.ts'
import { importFile } from '../../server/import/import-file.ts'
import type { Interview } from '../../src/features/fill/interview/interview-shape.ts'
import type { CompiledField } from '../../src/form/definition/compiled-form.ts'
import { createFillDevice, type FillDevice } from '../features/fill/fixtures.ts'
import { compile } from '../form/form-fixtures.ts'
import { questionsOf } from '../server/import/walk-source.ts'
import { createRandom, type Random } from '../sim/random.ts'
import { caseForms } from './authors/cases.ts'
import { asCaseXForm, type CaseForm } from './authors/entities.ts'
import { asWorkbook } from './authors/form.ts'
import { openInEngine, placedName, type EngineForm } from './odk-engine.ts'
import { placesOf, slotsOf } from './odk-slots.ts'
import { createOpener } from './opener.ts'

/**
 * Forms that register and visit cases, answered at random here and in the engine of ODK Web Forms, with the same rows. Now
 * and then a draft is opened again here, or the interview is sent and edited in both. After every step the answers, the
 * options and what would become of which case are the same.
 */

const isDeep = process.env['DEEP'] === '1'
const seeds = isDeep ? 5 : 1
const stepsEach = isDeep ? 100 : 25

/** What an interview does to a case, as both say it. The id of a new one is random. */
interface Done {
  readonly list: string
  readonly id: string
  readonly act: string
  readonly label: string
  readonly values: Readonly<Record<string, string>>
}

const textOf = (answer: Answer): string => [answer].flat().join(' ')

const plainAnswers = ({ form, logic, answers }: Interview): readonly PlainAnswer[] =>
  form.fields
    .filter(field => logic.isVisible(field) && answers.get(field).length > 0)
    .map(field => ({
      fieldId: field.fieldId,
      occurrence: field.occurrence,
      value: textOf(answers.get(field)),
    }))

const blocksOf = ({ sections }: FormDefinition) =>
  sections.flatMap(({ fields }) =>
    fields.flatMap(({ id, case: of }) => (of === undefined ? [] : [{ fieldId: id, ...of }])),
  )

const byList = (all: readonly Done[]): readonly Done[] =>
  all.toSorted((a, b) => (a.list < b.list ? -1 : a.list > b.list ? 1 : 0))

const doneHere = (interview: Interview, form: FormDefinition): readonly Done[] => {
  const of = { key: 'k', at: '', by: '', form_id: '', submission_id: '' }
  return operationsOf(blocksOf(form), plainAnswers(interview), of).map(
    ({ list, id, operation }) => {
      const { act, label, values } = operation
      return { list, id, act, label, values }
    },
  )
}

const isTrue = (text: string | null): boolean => text === '1' || text === 'true'

/** What a server of ODK makes of an interview. It refuses a new entity without a label. */
const doneThere = (xml: string, { survey }: CaseForm, form: FormDefinition): readonly Done[] => {
  const data = new DOMParser().parseFromString(xml, 'application/xml')
  return [...data.getElementsByTagName('entity')].flatMap((entity): readonly Done[] => {
    const attribute = (name: string) => entity.getAttribute(name) ?? ''
    const [list, id] = [attribute('dataset'), attribute('id')]
    const [isNew, isKnown] = [isTrue(attribute('create')), isTrue(attribute('update'))]
    const label = entity.getElementsByTagName('label')[0]?.textContent ?? ''
    // In a group that is not relevant at first, that engine never sets the id of a new entity; ODK Collect does.
    if (!(isNew ? label !== '' : isKnown && id !== '')) return []
    const around = entity.parentElement?.parentElement
    const properties = survey.flatMap(({ name = '', save_to }) => {
      const [property = '', of = list] = (save_to ?? '').split('#').toReversed()
      // A decimal is written without .0 here (docs/import.md).
      const value = (around?.getElementsByTagName(name)[0]?.textContent ?? '').replace(/\.0$/, '')
      return property === '' || of !== list || value === '' ? [] : [[property, value] as const]
    })
    const known = blocksOf(form).find(block => block.list === list)?.values ?? {}
    const values = Object.fromEntries(
      Object.keys(known).flatMap(property => properties.filter(([name]) => name === property)),
    )
    return [{ list, id, act: isNew ? 'create' : 'update', label, values }]
  })
}

const withoutNewIds = (all: readonly Done[]): readonly Done[] =>
  byList(all).map(one => (one.act === 'create' ? { ...one, id: 'new' } : one))

const offered = (interview: Interview, field: CompiledField): readonly string[] =>
  interview.logic.options(field).map(({ value }) => value)

const someAnswer = (
  random: Random,
  interview: Interview,
  field: CompiledField,
  { answers = {} }: CaseForm,
): Answer => {
  const values = offered(interview, field)
  if (field.type === 'CHECKBOX' || field.multiple) return values.filter(() => random.chance(0.4))
  if (values.length > 0) return random.pick(['', ...values])
  if (field.type === 'NUMBER') return random.pick(['', '3', '12', '40'])
  return random.pick(answers[field.fieldId] ?? ['', 'abc', 'Asha', 'x y'])
}

const moveRepeats = (random: Random, interview: Interview, engine: EngineForm): string => {
  const repeat = random.pick(interview.form.repeats)
  const name = placedName(repeat.sectionId, repeat.outer === null ? [] : placesOf(repeat.outer))
  const { occurrences } = repeat
  if (occurrences.length > 2 || (occurrences.length > 0 && random.chance(0.35))) {
    const place = random.below(occurrences.length)
    interview.removeOccurrence(repeat.sectionId, occurrences[place] ?? 0)
    engine.remove(name, place)
    return `${name} without ${place}`
  }
  interview.addOccurrence(repeat.key)
  engine.add(name)
  return `${name} with one more`
}

/** Both clear a choice that is not offered any more: here the surveyor does, there it goes by itself. */
const clearUnoffered = (interview: Interview, engine: EngineForm): void => {
  for (const { field, name } of slotsOf(interview)) {
    if (field.logic?.options_from === undefined) continue
    const values = offered(interview, field)
    const chosen = [interview.answers.get(field)].flat().filter(value => value !== '')
    if (chosen.every(value => values.includes(value))) continue
    const left = field.multiple ? chosen.filter(value => values.includes(value)) : ''
    interview.edit(field, left)
    engine.answer(name, left)
  }
}

let device: FillDevice

beforeAll(async () => {
  device = await createFillDevice()
})
afterAll(() => device.db.close())

const met = { operations: 0, edits: 0, openings: 0, compared: 0 }

const both = caseForms.flatMap(form =>
  (['xlsx', 'xml'] as const).map(kind => [form.of, kind, form] as const),
)

it.each(both)(
  '%s (%s)',
  async (_of, kind, form) => {
    const bytes = kind === 'xml' ? Buffer.from(asCaseXForm(form, 'outside')) : asWorkbook(form)
    const caseLists = Object.keys(form.lists ?? {})
    const options = { id: null, title: null, leaveOutBroken: false, caseLists }
    const { form: made } = await importFile(bytes, `form.${kind}`, options)
    const compiled = compile(questionsOf(made), new Map(Object.entries(form.lists ?? {})))
    expect(compiled.logic?.problems).toEqual([])
    const xml = asCaseXForm(form, 'inside')
    const differences: string[] = []
    for (let seed = 1; seed <= seeds; seed += 1) {
      const random = createRandom(seed)
      const opener = createOpener(device, compiled)
      let interview = opener.open()
      let engine = await openInEngine(xml)
      const step = async (): Promise<string> => {
        if (random.chance(0.04)) {
          met.openings += 1
          interview = await opener.again(interview)
          return 'opened again'
        }
        if (random.chance(0.05)) {
          met.edits += 1
          interview = await opener.edit(interview)
          engine = await openInEngine(xml, engine.instance())
          return 'edited'
        }
        if (interview.form.repeats.length > 0 && random.chance(0.2))
          return moveRepeats(random, interview, engine)
        const asked = slotsOf(interview).filter(({ field }) => interview.validity.isAsked(field))
        if (asked.length === 0) return 'nothing'
        const { field, name } = random.pick(asked)
        const answer = someAnswer(random, interview, field, form)
        interview.edit(field, answer)
        engine.answer(name, answer)
        return `${name} = ${textOf(answer)}`
      }
      let before: readonly Done[] = []
      const compare = (done: string): void => {
        clearUnoffered(interview, engine)
        const theirs = engine.states()
        for (const { field, name } of slotsOf(interview)) {
          if (/^(instanceID|id)$/.test(name)) continue
          met.compared += 1
          const isVisible = interview.logic.isVisible(field)
          const own = { isVisible, value: isVisible ? textOf(interview.answers.get(field)) : '' }
          const { isVisible: isThere, value, offered: options } = theirs.get(name) ?? {}
          const their = { isVisible: isThere, value }
          const isSame =
            JSON.stringify(own) === JSON.stringify(their) &&
            (options === null || options?.join() === offered(interview, field).join())
          if (!isSame)
            differences.push(
              `seed ${seed}, ${done}: ${name} is ${JSON.stringify(own)}, there ${JSON.stringify(their)}`,
            )
        }
        const here = doneHere(interview, made)
        const there = doneThere(engine.instance(), form, made)
        met.operations += here.length
        const [own, their] = [here, there].map(all => JSON.stringify(withoutNewIds(all)))
        if (own !== their) differences.push(`seed ${seed}, ${done}: does ${own}, there ${their}`)
        const isKept = /^(edited|opened again)$/.test(done)
        if (isKept && JSON.stringify(here) !== JSON.stringify(before))
          differences.push(`seed ${seed}, ${done}: does ${JSON.stringify(here)}, and did before`)
        before = here
      }
      compare('at the start')
      for (let n = 0; n < stepsEach && differences.length < 8; n += 1) compare(await step())
      await interview.close()
    }
    expect(differences).toEqual([])
  },
  600_000,
)

it('cases were registered and visited, and interviews opened again and edited', () => {
  expect(met.operations).toBeGreaterThan(seeds * stepsEach * 10)
  expect(Math.min(met.edits, met.openings)).toBeGreaterThan(5)
  if (isDeep) console.info(met)
})
