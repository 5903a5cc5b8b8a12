import type { Saved, SourceCase, When, Written } from '../source.ts'
import type { Model } from '../xform/model.ts'
import { elementsOf, type Element } from '../xform/xml.ts'
import { isUnder, listProblem, propertyProblem, savedTwice } from './source-case.ts'

/** An entity of the data: its attributes are below it as `@id`. */
interface Entity {
  readonly element: Element
  readonly at: readonly string[]
}

/** Whether a path is of an entity, and not of an answer. */
export const isOfEntity = (path: readonly string[]): boolean =>
  path.some((step, n) => step === 'entity' && path[n - 1] === 'meta')

/** The entities of an XForm's data, each once: a repeat has a template, and may have occurrences. */
const entitiesIn = (parent: Element, path: readonly string[] = []): readonly Entity[] => {
  const found = elementsOf(parent).flatMap((child): readonly Entity[] =>
    child.name === 'meta'
      ? elementsOf(child, 'entity').map(element => ({ element, at: path }))
      : entitiesIn(child, [...path, child.name]),
  )
  return [...new Map(found.map(one => [one.at.join('/'), one])).values()]
}

/** Reads `<entity>` in the data of an XForm, and `entities:saveto` of its binds. */
export const readXFormCases = (
  model: Model,
): { readonly cases: readonly SourceCase[]; readonly problems: readonly string[] } => {
  const problems: string[] = []
  const entities = entitiesIn(model.data)
  const saved = model.leaves.flatMap(({ path }) => {
    const { saveTo } = model.bindOf(path)
    if (saveTo === null) return []
    const entity = entities
      .filter(({ at }) => isUnder(path, at))
      .reduce<Entity | null>((a, b) => (b.at.length >= (a?.at.length ?? 0) ? b : a), null)
    const problem =
      entity === null
        ? `${saveTo.place}: "${saveTo.text}" is saved to no entity of the form.`
        : propertyProblem(saveTo)
    if (problem !== null) problems.push(problem)
    return entity === null ? [] : [{ entity, property: saveTo.text, path, place: saveTo.place }]
  })
  const cases = entities.map(entity => {
    const own = saved.filter(one => one.entity === entity)
    return caseOf(model, entity, own, problems)
  })
  return { cases, problems }
}

const caseOf = (
  { bindOf }: Model,
  { element, at }: Entity,
  saved: readonly Saved[],
  problems: string[],
): SourceCase => {
  const { place, attributes } = element
  const ruleOf = (step: string): Written | null =>
    bindOf([...at, 'meta', 'entity', step]).rule('calculate')
  const whenOf = (name: string): When => {
    const isSaid = /^(1|true)$/.test(attributes[name] ?? '')
    return ruleOf(`@${name}`) ?? (isSaid ? 'always' : 'never')
  }
  const list = { text: attributes['dataset'] ?? '', place }
  const [id, label, updates] = [ruleOf('@id'), ruleOf('label'), whenOf('update')]
  const creates = whenOf('create')
  const wrong = [
    listProblem(list),
    updates !== 'never' && id === null
      ? `${place}: the entity "${list.text}" is updated, but nothing calculates its id.`
      : null,
    creates !== 'never' && label === null
      ? `${place}: the entity "${list.text}" is created, but nothing calculates its label.`
      : null,
  ]
  problems.push(...wrong.filter(problem => problem !== null), ...savedTwice(list.text, saved))
  return { list: list.text, at, place, id, label, creates, updates, saved }
}
