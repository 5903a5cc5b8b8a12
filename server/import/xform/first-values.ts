import type { Initial, SourceGroup } from '../source.ts'
import { actions } from './controls.ts'
import { key, pathOf, type Model } from './model.ts'
import { elementsOf, textIn, type Element } from './xml.ts'

/** The values that actions of a form set when it, or an occurrence of a repeat, begins. */
export interface FirstValues {
  /** The one for a path; `groups` are those around it, outermost first. */
  readonly of: (
    path: readonly string[],
    groups: readonly Pick<SourceGroup, 'kind' | 'path' | 'begins'>[],
  ) => Initial | null
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

const actionsIn = (parent: Element): readonly Element[] =>
  elementsOf(parent).flatMap(one => (isGroup(one) ? actionsIn(one) : one))

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
  for (const action of [...model.actions, ...actionsIn(body)]) {
    const { name, attributes, place } = action
    if (!actions.has(name)) continue
    const events = (attributes['event'] ?? attributes['ev:event'] ?? '')
      .trim()
      .split(/\s+/)
      .map(event => event.replace(/^.*:/, ''))
    const path = key(pathOf(model, action, []))
    if (name !== 'setvalue' || !events.every(one => firstEvents.has(one)) || !places.has(path)) {
      leftOut.push(`${place}: ${name} of "${attributes['ref'] ?? attributes['bind'] ?? ''}"`)
      continue
    }
    const value = (attributes['value'] ?? '').trim()
    byPath.set(path, {
      text: value === '' ? textIn(action) : value,
      place,
      isExpression: value !== '',
      isOfAdded: events.every(event => event === added),
    })
  }
  return {
    leftOut,
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
