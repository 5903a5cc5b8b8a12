import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Holds, Scope } from '../../../server/import/xpath/names.ts'
import { translateCondition, translateValue } from '../../../server/import/xpath/translate.ts'
import { holds } from '../../../src/form/operations/evaluation.ts'
import { functionArbitraries } from './xpath-functions.ts'
import {
  answersArbitrary,
  bool,
  expressionArbitrary,
  leafArbitrary,
  makers,
  str,
  type Answers,
  type Meant,
  type Value,
} from './xpath-meaning.ts'
import { evaluationFor } from '../../form/form-fixtures.ts'

const held: Readonly<Record<string, Holds>> = {
  num: 'number',
  num2: 'number',
  txt: 'text',
  txt2: 'text',
  pick: 'choice',
  many: 'list',
  day: 'date',
  day2: 'date',
}

const scope: Scope = {
  repeatId: null,
  outerOf: () => null,
  isAnswered: false,
  isInRows: false,
  mayReadLast: false,
  list: () => null,
  meaning: of => {
    const name = of.kind === 'reference' ? of.name : of.steps.join('/')
    const holdsWhat = held[name]
    return holdsWhat === undefined
      ? { kind: 'nowhere', name }
      : { kind: 'field', id: name, holds: holdsWhat, repeatId: null, hasLabels: false }
  },
}

const ruleOf = (text: string, translate = translateValue): unknown => {
  const translated = translate(text, scope)
  if (translated.kind !== 'translated') throw new Error(`${text}: ${JSON.stringify(translated)}`)
  return translated.rule
}
/** The product's result, written as XPath would. */
const ours = (text: string, answers: Answers): string => {
  const value = evaluationFor(ruleOf(text))({ ...answers })
  return Array.isArray(value) ? value.join(' ') : str((value ?? '') as Value)
}

/** Both results of an expression, as a value and as a condition; null when they are equal. */
const difference = ({ text, value }: Meant, answers: Answers): string | null => {
  const meant = value(answers)
  const isTrue = holds(evaluationFor(ruleOf(text, translateCondition))({ ...answers }))
  const found = `${text} gives "${ours(text, answers)}", ${isTrue}`
  const wanted = `${text} gives "${str(meant)}", ${bool(meant)}`
  return found === wanted ? null : `${found}; XPath: ${wanted}`
}

const differences = (expressions: fc.Arbitrary<Meant>, numRuns: number): readonly string[] => {
  const checked = fc.check(
    fc.property(fc.tuple(expressions, answersArbitrary), ([expression, answers]) => {
      const found = difference(expression, answers)
      if (found !== null) throw new Error(`${found} for ${JSON.stringify(answers)}`)
    }),
    { numRuns, seed: 1119 },
  )
  return checked.failed ? [String(checked.errorInstance)] : []
}

const operators = makers.map((make): readonly [string, fc.Arbitrary<Meant>] => {
  const sample: Meant = { text: 'x', level: 9, value: () => '' }
  return [
    make(sample, sample).text,
    fc.tuple(leafArbitrary, leafArbitrary).map(([a, b]) => make(a, b)),
  ]
})

describe("a translated expression has XPath's result", () => {
  it.each([...operators, ...functionArbitraries])('%s', (_name, expressions) => {
    expect(differences(expressions, 1000)).toEqual([])
  })

  it('in any combination', () => {
    expect(differences(expressionArbitrary, 10_000)).toEqual([])
  })
})
