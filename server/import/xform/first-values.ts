import type { Initial, SourceGroup, SourceSet } from '../source.ts'
import { isOfEntity } from '../cases/xform-entities.ts'
import { actions, eventsOf, isSetByChange } from './controls.ts'
import { key, pathOf, type Model } from './model.ts'
import { elementsOf, textIn, type Element } from './xml.ts'

/** The values that actions of a form set: when it or an occurrence of a repeat begins, and when another answer changes. */
export interface FirstValues {
  /** The one for a path; `groups` are those around it, outermost first. */
  readonly of: (
    path: readonly string[],
    groups: readonly Pick<SourceGroup, 'kind' | 'path' | 'begins'>[],
  ) => Initial | null
  /** What sets the answer at a path whenever another one changes. */
  readonly setBy: (path: readonly string[]) => readonly SourceSet[]
  /** The actions that a form cannot have. */
  readonly leftOut: readonly string[]
}

interface Found extends Initial {
  /** Set only in occurrences that the surveyor adds, because no other event is named. */
  readonly isOfAdded: boolean
}

const added = 'odk-new-repeat'
const firstEvents: ReadonlySet<string> = new Set(['odk-instance-first-load', added])

/** Whether a control contains others. */
export const isGroup = ({ name }: Element): boolean => name === 'group' || name === 'repeat'

/** What is within an element and its groups: controls, and actions that are in none. */
const partsIn = (parent: Element): readonly Element[] =>
  elementsOf(parent).flatMap(one => (isGroup(one) ? partsIn(one) : one))

/** What actions within controls set when the answer of their control changes, by the path that is set. */
const setsIn = (model: Model, body: Element): ReadonlyMap<string, readonly SourceSet[]> => {
  const byPath = new Map<string, readonly SourceSet[]>()
  for (const control of partsIn(body)) {
    const changed = `/${model.root}/${key(pathOf(model, control, []))}`
    for (const action of elementsOf(control).filter(isSetByChange)) {
      const path = key(pathOf(model, action, []))
      const { place } = action
      const { text, isExpression } = valueOf(action)
      const to = text === '' ? null : { text, place, isExpression }
      const set = { by: [{ text: changed, place }], to }
      byPath.set(path, [...(byPath.get(path) ?? []), set])
    }
  }
  return byPath
}

/** The value that an action sets: an expression, otherwise its content. */
const valueOf = (action: Element) => {
  const value = (action.attributes['value'] ?? '').trim()
  return value === ''
    ? { text: textIn(action), isExpression: false }
    : { text: value, isExpression: true }
}

const onlyInAdded = (
  found: Found,
  path: readonly string[],
  repeat: Pick<SourceGroup, 'path' | 'begins'>,
): Initial => {
  const up = path.slice(repeat.path?.length ?? 0).map(() => '..')
  const value = found.isExpression ? found.text : `"${found.text.replaceAll('"', "'")}"`
  const text = `if(position(${up.join('/')}) > ${repeat.begins}, ${value}, '')`
  return { text, place: found.place, isExpression: true }
}

/** Reads the actions of the model and of the body, where one may come after the control that it sets. */
export const readFirstValues = (model: Model, body: Element): FirstValues => {
  const byPath = new Map<string, Found>()
  const leftOut: string[] = []
  const places = new Set(model.leaves.map(({ path }) => key(path)))
  for (const action of [...model.actions, ...partsIn(body)]) {
    const { name, attributes, place } = action
    if (!actions.has(name)) continue
    const events = eventsOf(action)
    const set = pathOf(model, action, [])
    // The app itself makes the ids of new cases.
    if (isOfEntity(set)) continue
    const path = key(set)
    if (name !== 'setvalue' || !events.every(one => firstEvents.has(one)) || !places.has(path)) {
      leftOut.push(`${place}: ${name} of "${attributes['ref'] ?? attributes['bind'] ?? ''}"`)
      continue
    }
    byPath.set(path, {
      ...valueOf(action),
      place,
      isOfAdded: events.every(event => event === added),
    })
  }
  const sets = setsIn(model, body)
  return {
    leftOut,
    setBy: path => sets.get(key(path)) ?? [],
    of: (path, groups) => {
      const found = byPath.get(key(path))
      if (found === undefined) return null
      const repeat = groups.findLast(
        group => group.kind === 'repeat' && `${key(path)}/`.startsWith(`${key(group.path ?? [])}/`),
      )
      if (found.isOfAdded && repeat !== undefined) return onlyInAdded(found, path, repeat)
      const { text, place, isExpression } = found
      return { text, place, isExpression }
    },
  }
}
