import { tokensOf, type Token } from './tokens.ts'
import {
  binaryOperators,
  ExpressionProblem,
  type BinaryOperator,
  type Call,
  type Condition,
  type Expression,
  type Path,
  type Reference,
} from './tree.ts'

/** No real expression nests deeper. More would exhaust the stack. */
const maxDepth = 200

/** Parses an expression by precedence. Throws ExpressionProblem with the place, and Untranslatable. */
export const parseExpression = (text: string): Expression => new Parser(tokensOf(text)).whole()

class Parser {
  readonly #tokens: readonly Token[]
  #place = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Expression {
    const expression = this.#binary(0)
    const rest = this.#next()
    if (rest.kind !== 'end') throw this.#unexpected(rest)
    return expression
  }

  #next(): Token {
    return this.#tokens[this.#place] ?? { kind: 'end', at: 0 }
  }

  #isSign(sign: string, ahead = 0): boolean {
    const token = this.#tokens[this.#place + ahead]
    return token?.kind === 'sign' && token.sign === sign
  }

  #take(sign: string, forWhat: string): void {
    if (!this.#isSign(sign)) {
      const { at } = this.#next()
      throw new ExpressionProblem(`"${sign}" is missing ${forWhat}`, at)
    }
    this.#place += 1
  }

  #unexpected(token: Token): ExpressionProblem {
    switch (token.kind) {
      case 'end':
        return new ExpressionProblem('it ends where something must follow', token.at)
      case 'sign':
        return new ExpressionProblem(`"${token.sign}" does not belong here`, token.at)
      case 'name':
      case 'reference':
        return new ExpressionProblem(`"${token.name}" does not belong here`, token.at)
      case 'number':
      case 'text':
        return new ExpressionProblem(`"${token.value}" does not belong here`, token.at)
    }
  }

  /**
   * The operator at the current token, if it has the given level. Elsewhere "and", "or", "div" and "mod" are
   * names.
   */
  #operatorAt(level: number): BinaryOperator | null {
    const token = this.#next()
    const word = token.kind === 'sign' ? token.sign : token.kind === 'name' ? token.name : ''
    return binaryOperators[level]?.find(operator => operator === word) ?? null
  }

  #binary(level: number): Expression {
    if (level >= binaryOperators.length) return this.#single()
    // A minus binds more tightly than "*" and less tightly than "|".
    if (level === binaryOperators.length - 1 && this.#isSign('-')) return this.#negative()
    let left = this.#binary(level + 1)
    for (;;) {
      const { at } = this.#next()
      const operator = this.#operatorAt(level)
      if (operator === null) return left
      this.#place += 1
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1), at }
    }
  }

  #negative(): Expression {
    const { at } = this.#next()
    this.#place += 1
    return this.#deeper(at, () => ({
      kind: 'negative',
      of: this.#binary(binaryOperators.length - 1),
      at,
    }))
  }

  #deeper<Found>(at: number, read: () => Found): Found {
    this.#depth += 1
    if (this.#depth > maxDepth) throw new ExpressionProblem('it is nested too deeply', at)
    const found = read()
    this.#depth -= 1
    return found
  }

  #single(): Expression {
    const token = this.#next()
    switch (token.kind) {
      case 'number':
      case 'text':
        this.#place += 1
        return token
      case 'reference':
        return this.#reference(token)
      case 'name':
        return this.#isSign('(', 1) ? this.#callOrPath(token.name, token.at) : this.#path()
      case 'sign':
        if (token.sign === '(') return this.#bracket(token.at)
        if (['.', '..', '/', '//', '*', '@'].includes(token.sign)) return this.#path()
        throw this.#unexpected(token)
      case 'end':
        throw this.#unexpected(token)
    }
  }

  #bracket(at: number): Expression {
    this.#place += 1
    return this.#deeper(at, () => {
      const inner = this.#binary(0)
      this.#take(')', `for the "(" at character ${at + 1}`)
      return inner
    })
  }

  #callOrPath(name: string, at: number): Call | Path {
    this.#place += 2
    const given = this.#deeper(at, () => this.#given(name))
    const call: Call = { kind: 'call', name, given, at }
    return this.#isSign('/') || this.#isSign('[') ? this.#pathFrom(call) : call
  }

  #reference(token: Reference): Reference | Path {
    this.#place += 1
    return this.#isSign('/') || this.#isSign('[') ? this.#pathFrom(token) : token
  }

  #pathFrom(from: Call | Reference): Path {
    const conditions = this.#conditions(-1)
    const rest = this.#steps(0)
    return {
      kind: 'path',
      from,
      steps: rest.steps,
      conditions: [...conditions, ...rest.conditions],
      at: from.at,
    }
  }

  #given(name: string): readonly Expression[] {
    const given: Expression[] = []
    while (!this.#isSign(')')) {
      given.push(this.#binary(0))
      if (this.#isSign(')')) break
      this.#take(',', `or ")" in ${name}(…)`)
      if (this.#isSign(')')) throw this.#unexpected(this.#next())
    }
    this.#place += 1
    return given
  }

  #path(): Path {
    const { at } = this.#next()
    if (this.#isSign('/') || this.#isSign('//')) {
      return { kind: 'path', from: 'root', ...this.#steps(0), at }
    }
    const first = this.#step()
    const conditions = this.#conditions(0)
    const rest = this.#steps(1)
    return {
      kind: 'path',
      from: 'here',
      steps: [first, ...rest.steps],
      conditions: [...conditions, ...rest.conditions],
      at,
    }
  }

  /** `/a/b[…]/..`; `//` is kept as a step without a name. `before` is the number of steps already read. */
  #steps(before: number): Pick<Path, 'steps' | 'conditions'> {
    const steps: string[] = []
    const conditions: Condition[] = []
    while (this.#isSign('/') || this.#isSign('//')) {
      if (this.#isSign('//')) steps.push('')
      this.#place += 1
      steps.push(this.#step())
      conditions.push(...this.#conditions(before + steps.length - 1))
    }
    return { steps, conditions }
  }

  #step(): string {
    const isAttribute = this.#isSign('@')
    if (isAttribute) this.#place += 1
    const token = this.#next()
    this.#place += 1
    if (token.kind === 'name') return isAttribute ? `@${token.name}` : token.name
    if (token.kind === 'sign' && ['.', '..', '*'].includes(token.sign)) return token.sign
    throw this.#unexpected(token)
  }

  /** The conditions in brackets that follow a step. */
  #conditions(after: number): readonly Condition[] {
    const { at } = this.#next()
    const found: Condition[] = []
    while (this.#isSign('[')) {
      this.#place += 1
      found.push({ after, of: this.#deeper(at, () => this.#binary(0)) })
      this.#take(']', `for the "[" at character ${at + 1}`)
    }
    return found
  }
}
