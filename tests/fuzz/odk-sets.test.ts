import { expect, it } from 'vitest'
import { importFile } from '../../server/import/import-file.ts'
import type { Interview } from '../../src/features/fill/interview/interview-shape.ts'
import { spokenText } from '../../src/features/fill/texts/spoken.ts'
import type { CompiledField } from '../../src/form/definition/compiled-form.ts'
import { createFillDevice } from '../features/fill/fixtures.ts'
import { compile } from '../form/form-fixtures.ts'
import { questionsOf } from '../server/import/walk-source.ts'
import { createRandom, type Random } from '../sim/random.ts'
import { createExportCheck } from './exported-words.ts'
import { openInEngine, placedName, type EngineForm, type EngineState } from './odk-engine.ts'
import { setsForm } from './odk-sets-form.ts'
import { placesOf, slotsOf } from './odk-slots.ts'
import { createOpener } from './opener.ts'

/**
 * Answers that others set, defaults and texts, in repeats within repeats, here and in the engine of ODK Web Forms. Now and
 * then a draft is opened again here, or the interview is sent and edited in both. After every step all states and all
 * texts are the same.
 */

const isDeep = process.env['DEEP'] === '1'
const seeds = isDeep ? 20 : 2
const stepsEach = isDeep ? 300 : 60

const stateOf = (interview: Interview, field: CompiledField): EngineState => {
  const isVisible = interview.logic.isVisible(field)
  const problem = interview.validity.problem(field.id)
  return {
    isVisible,
    isRequired: isVisible && interview.logic.isRequired(field),
    isInvalid: isVisible && problem !== null && problem.kind !== 'required',
    value: isVisible ? String(interview.answers.get(field)) : '',
    offered: null,
  }
}

const someAnswer = (random: Random, { type }: CompiledField): string =>
  type === 'NUMBER'
    ? random.pick(['', '3', '12'])
    : random.pick(['', 'abc', 'zebra', 'Asha', 'Ravi', 'x y'])

/** Adds or removes an occurrence in both; returns what was done. */
const moveRepeats = (random: Random, interview: Interview, engine: EngineForm): string => {
  const repeat = random.pick(interview.form.repeats)
  const name = placedName(repeat.sectionId, repeat.outer === null ? [] : placesOf(repeat.outer))
  const { occurrences } = repeat
  if (occurrences.length > 2 || (occurrences.length > 0 && random.chance(0.35))) {
    // Always the last, because there an occurrence is set by the place at which it was added.
    const place = occurrences.length - 1
    interview.removeOccurrence(repeat.sectionId, occurrences[place] ?? 0)
    engine.remove(name, place)
    return `${name} without ${place}`
  }
  interview.addOccurrence(repeat.key)
  engine.add(name)
  return `${name} with one more`
}

const bare = (text: string): string => text.replaceAll(/\s+/g, '')
const ofId = /^(orx:)?(instanceID|deprecatedID)$/

it('what answers set, defaults and texts are the same here and in the engine of ODK after every step', async () => {
  const { form, report } = await importFile(Buffer.from(setsForm), 'form.xml', {
    id: null,
    title: null,
    leaveOutBroken: false,
  })
  expect(report.filter(({ outcome }) => outcome !== 'translated')).toEqual([])
  const compiled = compile(questionsOf(form))
  const differencesOfExport = createExportCheck(form, new Map())
  expect(compiled.logic?.problems).toEqual([])
  const device = await createFillDevice()
  const differences: string[] = []
  const met = { compared: 0, texts: 0, edits: 0, openings: 0 }
  for (let seed = 1; seed <= seeds; seed += 1) {
    const random = createRandom(seed)
    const opener = createOpener(device, compiled)
    let interview = opener.open()
    let engine = await openInEngine(setsForm)
    const step = async (): Promise<string> => {
      if (random.chance(0.04)) {
        met.openings += 1
        interview = await opener.again(interview)
        return 'opened again'
      }
      if (random.chance(0.03)) {
        met.edits += 1
        interview = await opener.edit(interview)
        engine = await openInEngine(setsForm, engine.instance())
        return 'edited'
      }
      if (random.chance(0.2)) return moveRepeats(random, interview, engine)
      const { field, name } = random.pick(
        slotsOf(interview).filter(slot => interview.validity.isAsked(slot.field)),
      )
      const answer = someAnswer(random, field)
      interview.edit(field, answer)
      engine.answer(name, answer)
      return `${name} = ${answer}`
    }
    const compare = async (done: string): Promise<void> => {
      const [theirs, labels] = [engine.states(), engine.labels()]
      const slots = slotsOf(interview).filter(({ name }) => !ofId.test(name))
      const names = new Set(slots.map(({ name }) => name))
      const more = [...theirs.keys()].filter(name => !ofId.test(name) && !names.has(name))
      if (more.length > 0) differences.push(`seed ${seed}, ${done}: only there ${more.join()}`)
      for (const { field, name } of slots) {
        met.compared += 1
        const [own, their] = [stateOf(interview, field), theirs.get(name)]
        if (JSON.stringify(own) !== JSON.stringify(their)) {
          const [here, there] = [own, their].map(one => JSON.stringify(one))
          differences.push(`seed ${seed}, ${done}: ${name} is ${here}, there ${there}`)
        }
        const wanted = labels.get(name)
        if (wanted === undefined || !own.isVisible) continue
        met.texts += 1
        const label = spokenText(interview, field, field.label)
        if (bare(label) !== bare(wanted)) {
          differences.push(`seed ${seed}, ${done}: ${name} says ${label}, there ${wanted}`)
        }
      }
      for (const difference of await differencesOfExport(interview))
        differences.push(`seed ${seed}, ${done}: ${difference}`)
    }
    await compare('at the start')
    for (let n = 0; n < stepsEach && differences.length < 10; n += 1) {
      await compare(`step ${n}, ${await step()}`)
    }
    await interview.close()
  }
  await device.db.close()
  expect(differences).toEqual([])
  expect(met.compared).toBeGreaterThan(seeds * stepsEach * 15)
  expect(met.texts).toBeGreaterThan(seeds * stepsEach * 8)
  expect(Math.min(met.edits, met.openings)).toBeGreaterThan(0)
}, 600_000)
