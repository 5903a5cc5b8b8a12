import {
  ImportProblem,
  noTexts,
  type SourceField,
  type SourceForm,
  type SourceGroup,
  type SourceItem,
  type SourceType,
} from '../source.ts'
import { isOfEntity, readXFormCases } from '../cases/xform-entities.ts'
import { appearanceWords, groupAppearance } from '../appearance-words.ts'
import {
  actions,
  hasOptions,
  leftOutOf,
  parametersOf,
  typeOf,
  typeTextOf,
  unusedOfGroup,
} from './controls.ts'
import { isGroup, readFirstValues, type FirstValues } from './first-values.ts'
import { guidanceIn, mediaIn, textsIn } from './itext.ts'
import { key, pathOf, readModel, type Bind, type Leaf, type Model } from './model.ts'
import { listOf, readOptions } from './options.ts'
import { elementsOf, type Element } from './xml.ts'

type Group = Omit<SourceGroup, 'items'> & { readonly items: SourceItem[] }

const isNameOfInterview = ({ path }: Leaf): boolean =>
  path.at(-1) === 'instanceName' && path.at(-2) === 'meta'
/** Whether a place is for the interview's own id, which ODK fills in, too, when the form does not say so. */
const isIdOfInterview = ({ path }: Leaf): boolean =>
  path.at(-1) === 'instanceID' && path.at(-2) === 'meta'

/** Reads the controls of an XForm into groups, then the places that have no control. */
class BodyReader {
  readonly problems: string[] = []
  readonly leftOut: string[] = []
  readonly top: Group
  instanceName: SourceForm['instanceName'] = null
  readonly #asked = new Set<string>()
  readonly #groups: Group[] = []
  readonly #leafByKey: ReadonlyMap<string, Leaf>

  constructor(
    readonly model: Model,
    readonly firstValues: FirstValues,
  ) {
    this.#leafByKey = new Map(model.leaves.map(leaf => [key(leaf.path), leaf]))
    this.top = this.#group('group', [], '', { relevant: null })
  }

  #group(
    kind: 'group' | 'repeat',
    path: readonly string[],
    place: string,
    more: Partial<Group>,
  ): Group {
    const name = path.at(-1) ?? ''
    const none = { label: noTexts, count: null, begins: 0, appearance: [], leftOut: [] }
    const relevant = this.model.bindOf(path).rule('relevant')
    return {
      kind,
      name,
      path: name === '' ? null : path,
      place,
      relevant,
      ...none,
      ...more,
      items: [],
    }
  }

  readAll(parent: Element, into: Group, base: readonly string[] = []): void {
    for (const control of elementsOf(parent)) this.#read(control, into, base)
  }

  #read(control: Element, into: Group, base: readonly string[]): void {
    if (isGroup(control)) this.#readGroup(control, into, base)
    else if (!actions.has(control.name) && !/^(label|hint)$/.test(control.name))
      this.#readControl(control, into, base)
  }

  #readGroup(control: Element, into: Group, base: readonly string[]): void {
    const path = pathOf(this.model, control, base)
    const label = textsIn(control, 'label', this.model.itext)
    this.leftOut.push(...unusedOfGroup(control, this.model.bindOf(path), this.model.itext))
    const [repeat] = elementsOf(control, 'repeat')
    const repeatPath =
      repeat === undefined ? null : pathOf(this.model, repeat, path.length > 0 ? path : base)
    // A repeat is wrapped in a group with its label.
    if (
      control.name === 'group' &&
      repeat !== undefined &&
      (path.length === 0 || key(path) === key(repeatPath ?? []))
    ) {
      this.#addGroup(repeat, 'repeat', repeatPath ?? path, label, into)
      return
    }
    const kind = control.name === 'repeat' ? 'repeat' : 'group'
    this.#addGroup(control, kind, path, label, into, path.length > 0 ? path : base)
  }

  #addGroup(
    control: Element,
    kind: 'group' | 'repeat',
    path: readonly string[],
    label: SourceGroup['label'],
    into: Group,
    base = path,
  ): void {
    const begins = kind === 'repeat' ? this.model.occurrencesAt(path) : 0
    const isFixed = /^true(\(\))?$/.test(control.attributes['jr:noAddRemove'] ?? '')
    const counted =
      control.attributes['jr:count'] ?? (isFixed && begins > 0 ? String(begins) : undefined)
    const { appearance, leftOut } = groupAppearance({
      text: control.attributes['appearance'] ?? '',
      place: control.place,
    })
    const group = this.#group(kind, path, control.place, {
      label,
      count: counted === undefined ? null : { text: counted, place: control.place },
      begins,
      appearance,
      leftOut: [
        ...leftOutOf(control),
        ...leftOut,
        ...(isFixed && counted === undefined
          ? [`${control.place}: jr:noAddRemove of a repeat without occurrences`]
          : []),
      ],
    })
    into.items.push(group)
    this.#groups.push(group)
    this.readAll(control, group, base)
  }

  #readControl(control: Element, into: Group, base: readonly string[]): void {
    const path = pathOf(this.model, control, base)
    const bind = this.model.bindOf(path)
    const type = typeOf(control, bind)
    if (type === null) {
      this.problems.push(`${control.place}: the control "${control.name}" is not known.`)
      return
    }
    const leaf = this.#leafByKey.get(key(path))
    if (leaf === undefined) {
      this.problems.push(
        `${control.place}: there is no place "/${this.model.root}/${key(path)}" for its answer.`,
      )
      return
    }
    this.#asked.add(key(path))
    const { options, choiceFilter, parameters } = hasOptions(control, type)
      ? readOptions(control, this.model)
      : { options: null, choiceFilter: null, parameters: {} }
    const isUnlabelled = type === 'range' && options !== null && options.kind !== 'list'
    into.items.push({
      ...this.#field(leaf, bind, type),
      place: control.place,
      label: textsIn(control, 'label', this.model.itext),
      media: mediaIn(control, this.model.itext),
      hint: textsIn(control, 'hint', this.model.itext),
      guidance: guidanceIn(control, this.model.itext),
      options: isUnlabelled ? null : options,
      choiceFilter,
      appearance: [
        ...appearanceWords(control.attributes['appearance'] ?? ''),
        ...(control.name === 'secret' ? ['masked'] : []),
      ],
      parameters: { ...bind.parameters, ...parametersOf(control), ...parameters },
      leftOut: [
        ...bind.leftOut,
        ...leftOutOf(control),
        ...(isUnlabelled ? [`${control.place}: the labels of ticks that are not in the form`] : []),
      ],
    })
  }

  #field(leaf: Leaf, bind: Bind, type: SourceType): SourceField {
    const given = leaf.initial === null ? null : { ...leaf.initial, isExpression: false }
    return {
      kind: 'field',
      name: leaf.path.at(-1) ?? '',
      path: leaf.path,
      place: leaf.place,
      type,
      typeText: typeTextOf(bind, type),
      label: noTexts,
      media: {},
      hint: noTexts,
      guidance: noTexts,
      options: null,
      hasOther: false,
      relevant: bind.rule('relevant'),
      required: bind.rule('required'),
      requiredMessage: bind.requiredMessage,
      constraint: bind.rule('constraint'),
      constraintMessage: bind.constraintMessage,
      calculation: bind.rule('calculate'),
      choiceFilter: null,
      readOnly: bind.rule('readonly'),
      initial: this.firstValues.of(leaf.path, this.#groups) ?? given,
      setBy: this.firstValues.setBy(leaf.path),
      appearance: [],
      parameters: {},
      leftOut: bind.leftOut,
    }
  }

  /** Adds the calculations and constant values, which have no control, each to the innermost group around it. */
  addUnasked(): void {
    const added = new Map<Group, SourceField[]>()
    for (const leaf of this.model.leaves) {
      if (this.#asked.has(key(leaf.path)) || isOfEntity(leaf.path)) continue
      const bind = this.model.bindOf(leaf.path)
      if (isNameOfInterview(leaf)) {
        this.instanceName = bind.rule('calculate')
        continue
      }
      const isMeta = bind.preload !== '' || leaf.path.includes('meta')
      const type = bind.preload.startsWith('date') ? 'today' : isMeta ? 'metadata' : 'calculate'
      // The innermost group around it, because that group's conditions apply to it too.
      const into = this.#groups.reduce((found, group) => {
        const path = group.path ?? []
        const isAround = path.length > 0 && `${key(leaf.path)}/`.startsWith(`${key(path)}/`)
        return isAround && path.length > (found.path?.length ?? 0) ? group : found
      }, this.top)
      const field = this.#field(leaf, bind, type)
      const known = isIdOfInterview(leaf) ? { ...field, typeText: 'uuid' } : field
      added.set(into, [...(added.get(into) ?? []), known])
    }
    for (const [into, fields] of added) {
      // At the start of a group, so that invisible fields do not start a section of their own.
      if (into === this.top) into.items.push(...fields)
      else into.items.unshift(...fields)
    }
  }

  /** Adds groups that exist only in the data, because they may still have conditions. */
  withHiddenGroups(items: readonly SourceItem[]): readonly SourceItem[] {
    const shown = new Set(this.#groups.map(({ path }) => key(path ?? [])))
    return items.map((item): SourceItem => {
      if (item.kind !== 'field') return { ...item, items: this.withHiddenGroups(item.items) }
      const path = item.path ?? []
      const hidden = path
        .map((_name, index) => path.slice(0, index))
        .filter(group => group.length > 0 && !shown.has(key(group)))
      return hidden.reduceRight<SourceItem>((inner, group) => {
        const relevant = this.model.bindOf(group).rule('relevant')
        if (relevant === null) return inner
        return {
          ...this.#group('group', group, relevant.place, {}),
          name: '',
          path: group,
          items: [inner],
        }
      }, item)
    })
  }
}

/** Reads an XForm. Throws ImportProblem with all problems. */
export const readXForm = (html: Element): SourceForm => {
  const model = readModel(html)
  const [body] = elementsOf(html, 'body')
  if (body === undefined) throw new ImportProblem(['The file is not an XForm: it has no body.'])
  const firstValues = readFirstValues(model, body)
  const reader = new BodyReader(model, firstValues)
  reader.readAll(body, reader.top)
  reader.addUnasked()
  const { cases, problems: caseProblems } = readXFormCases(model)
  const problems = [...model.problems, ...reader.problems, ...caseProblems]
  if (problems.length > 0) throw new ImportProblem(problems)
  return {
    id: model.id,
    title: model.title,
    root: model.root,
    version: model.version,
    instanceName: reader.instanceName,
    readsId: null,
    items: reader.withHiddenGroups(reader.top.items),
    cases,
    lists: new Map(
      [...model.lists].flatMap(([name, items]) =>
        items === null ? [] : [[name, () => listOf(items, model)] as const],
      ),
    ),
    files: model.files,
    leftOut: [...model.leftOut, ...firstValues.leftOut, ...reader.leftOut],
  }
}
