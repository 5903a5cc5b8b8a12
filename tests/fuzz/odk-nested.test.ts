import { expect, it } from 'vitest'
import { importFile } from '../../server/import/import-file.ts'
import type { Interview } from '../../src/features/fill/interview/interview-shape.ts'
import type { CompiledField } from '../../src/form/definition/compiled-form.ts'
import { createFillDevice, newInterview } from '../features/fill/fixtures.ts'
import { compile } from '../form/form-fixtures.ts'
import { questionsOf } from '../server/import/walk-source.ts'
import { createRandom, type Random } from '../sim/random.ts'
import { createExportCheck } from './exported-words.ts'
import { openInEngine, placedName, type EngineForm, type EngineState } from './odk-engine.ts'
import { placesOf, slotsOf } from './odk-slots.ts'
import { nestedForm } from './odk-nested-form.ts'

/**
 * A form with repeats within repeats, answered at random here and in the engine of ODK Web Forms: after every answer, and
 * after every added or removed occurrence, all states are the same.
 */

const isDeep = process.env['DEEP'] === '1'
const seeds = isDeep ? 20 : 3
const stepsEach = isDeep ? 300 : 60

const stateOf = (interview: Interview, field: CompiledField): EngineState => {
  const isVisible = interview.logic.isVisible(field)
  const problem = interview.validity.problem(field.id)
  return {
    isVisible,
    isRequired: isVisible && interview.logic.isRequired(field),
    isInvalid: isVisible && problem !== null && problem.kind !== 'required',
    value: isVisible ? String(interview.answers.get(field)) : '',
    offered: field.options.length > 0 ? field.options.map(({ value }) => value) : null,
  }
}

const someAnswer = (random: Random, { answers }: Interview, field: CompiledField): string => {
  const { fieldId, type } = field
  // Only ever more, because of fewer ours keeps the answers for the case that they come back, and theirs does not.
  if (fieldId === 'herd') return String(Math.max(Number(answers.get(field)), random.below(5)))
  if (type === 'RADIO') return random.pick(['yes', 'no'])
  if (type === 'NUMBER') return random.chance(0.1) ? '' : String(random.below(130))
  return random.pick(['', 'abc', 'zebra', 'Asha', 'Ravi'])
}

/** Adds or removes an occurrence in both; returns what was done. */
const moveRepeats = (random: Random, interview: Interview, engine: EngineForm): string => {
  const repeat = random.pick(
    interview.form.repeats.filter(({ rules }) => rules.count === undefined),
  )
  const places = repeat.outer === null ? [] : placesOf(repeat.outer)
  const name = placedName(repeat.sectionId, places)
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

it('a form with repeats within repeats and the engine of ODK agree after every step', async () => {
  const { form, report } = await importFile(Buffer.from(nestedForm), 'form.xml', {
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
  let compared = 0
  let nested = 0
  for (let seed = 1; seed <= seeds; seed += 1) {
    const random = createRandom(seed)
    const interview = newInterview(device, compiled)
    const engine = await openInEngine(nestedForm)
    const step = (): string => {
      if (random.chance(0.25)) return moveRepeats(random, interview, engine)
      const { field, name } = random.pick(
        slotsOf(interview).filter(slot => interview.validity.isAsked(slot.field)),
      )
      const answer = someAnswer(random, interview, field)
      interview.edit(field, answer)
      engine.answer(name, answer)
      return `${name} = ${answer}`
    }
    for (let n = 0; n < stepsEach && differences.length < 10; n += 1) {
      const done = step()
      const theirs = engine.states()
      const slots = slotsOf(interview)
      const names = new Set(slots.map(({ name }) => name))
      const more = [...theirs.keys()].filter(name => name !== 'instanceID' && !names.has(name))
      if (more.length > 0)
        differences.push(`seed ${seed}, step ${n}, ${done}: only there ${more.join()}`)
      for (const { field, name } of slots) {
        compared += 1
        if (field.outer !== null) nested += 1
        const own = JSON.stringify(stateOf(interview, field))
        const their = JSON.stringify(theirs.get(name))
        if (own === their) continue
        differences.push(`seed ${seed}, step ${n}, ${done}: ${name} is ${own}, there ${their}`)
      }
      for (const difference of await differencesOfExport(interview))
        differences.push(`seed ${seed}, step ${n}, ${done}: ${difference}`)
    }
    await interview.close()
  }
  await device.db.close()
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(seeds * stepsEach * 20)
  expect(nested).toBeGreaterThan(seeds * stepsEach * 8)
}, 600_000)
