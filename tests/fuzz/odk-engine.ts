import { createRequire } from 'node:module'

/** The engine of ODK Web Forms, as an independent reading of the same form. */

/** A question or a group as the engine shows it. Only what is compared. */
interface EngineNode {
  readonly nodeType: string
  readonly currentState: {
    readonly reference: string
    readonly relevant: boolean
    readonly required: boolean
    readonly value?: unknown
    /** The value as it is stored in XML. */
    readonly instanceValue?: string
    readonly label?: { readonly asString: string } | null
    readonly valueOptions?: readonly { readonly value: string }[]
    readonly children?: readonly EngineNode[] | null
  }
  readonly validationState?: { readonly constraint?: { readonly valid: boolean } | null }
  readonly setValue?: (value: string | boolean) => void
  readonly selectValues?: (values: readonly string[]) => void
  readonly setValues?: (values: readonly string[]) => void
  readonly addInstances?: (afterIndex?: number, count?: number) => void
  readonly removeInstances?: (startIndex: number, count?: number) => void
}

interface EngineRoot extends EngineNode {
  readonly instanceState: { readonly instanceXML: string }
}

interface Engine {
  readonly createInstance: (xml: string) => Promise<{ readonly root: EngineRoot }>
  readonly editInstance: (
    xml: string,
    input: {
      readonly inputType: 'FORM_INSTANCE_INPUT_RESOLVABLE'
      readonly resolveInstance: () => string
      readonly attachments: ReadonlyMap<string, never>
    },
  ) => Promise<{ readonly root: EngineRoot }>
}

/** What the engine takes from a page. */
const domNames =
  'DOMParser XMLSerializer Node Element Document XMLDocument Text Attr' +
  ' Comment CDATASection ProcessingInstruction DocumentFragment CharacterData NodeFilter XPathResult XPathEvaluator document'

const loadEngine = async (): Promise<Engine> => {
  // CommonJS, because the DOM library is loaded by this test alone and without types.
  const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
    readonly JSDOM: new (html: string) => { readonly window: object }
  }
  const { window } = new JSDOM('')
  for (const name of domNames.split(' ')) {
    Reflect.set(globalThis, name, Reflect.get(window, name))
  }
  // Its parser takes Node for CommonJS. Its files are within its code, so the folder does not matter.
  Reflect.set(globalThis, '__dirname', '')
  Reflect.set(globalThis, 'require', createRequire(import.meta.url))
  return (await import('@getodk/xforms-engine')) as unknown as Engine
}

/** The state of a question. */
export interface EngineState {
  readonly isVisible: boolean
  readonly isRequired: boolean
  readonly isInvalid: boolean
  /** '' while it is not visible. */
  readonly value: string
  /** The values of its options; null when it has none. */
  readonly offered: readonly string[] | null
}

/** A form that the engine fills in. */
export interface EngineForm {
  /** By `age#1` for the second occurrence, and `age#1.0` for the first one within it. */
  readonly states: () => ReadonlyMap<string, EngineState>
  /** The labels of the questions that have one, with their answers filled in. */
  readonly labels: () => ReadonlyMap<string, string>
  /** A text, or the values of chosen options. */
  readonly answer: (slot: string, answer: string | readonly string[]) => void
  /** The occurrences of each repeat, by `member` or, within the second occurrence of another, by `member#1`. */
  readonly repeats: () => ReadonlyMap<string, number>
  readonly add: (repeat: string) => void
  readonly remove: (repeat: string, place: number) => void
  /** The interview as it would be sent. */
  readonly instance: () => string
}

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(String).join(' ')
  const text = value === null || value === undefined ? '' : String(value as string | number)
  // Ours stores no answer for what is not a finite number (docs/import.md).
  return text.replace(/^(-?Infinity|NaN)$/, '')
}

/** The name of what is asked at these places of repeats, the outer one's first: `age#1` in the second occurrence. */
export const placedName = (name: string, places: readonly number[]): string =>
  places.every(place => place === 0) ? name : `${name}#${places.join('.')}`

/** `age#1` for `/data/member[2]/age`. */
const slotOf = (reference: string): string => {
  const [name = '', ...above] = reference.split('/').toReversed()
  const places = above.toReversed().flatMap(step => /\[(\d+)\]$/.exec(step)?.[1] ?? [])
  return placedName(
    name.replace(/\[\d+\]$/, ''),
    places.map(place => Number(place) - 1),
  )
}

const distinct = (values: readonly string[] | null): readonly string[] | null =>
  values === null ? null : [...new Set(values)]

const leavesOf = (node: EngineNode): readonly EngineNode[] => {
  const { children = null } = node.currentState
  return children === null || node.nodeType === 'select' ? [node] : children.flatMap(leavesOf)
}

const repeatsOf = (node: EngineNode): readonly EngineNode[] => [
  ...(node.nodeType.startsWith('repeat-range') ? [node] : []),
  ...(node.currentState.children ?? []).flatMap(repeatsOf),
]

let engine: Promise<Engine> | null = null

/** Opens a form; with an interview, its edit. */
export const openInEngine = async (xml: string, instance?: string): Promise<EngineForm> => {
  // Once, because a document of another page is none to it.
  const { createInstance, editInstance } = await (engine ??= loadEngine())
  const { root } =
    instance === undefined
      ? await createInstance(xml)
      : await editInstance(xml, {
          inputType: 'FORM_INSTANCE_INPUT_RESOLVABLE',
          resolveInstance: () => instance,
          attachments: new Map<string, never>(),
        })
  const leaves = () =>
    leavesOf(root).filter(({ nodeType }) =>
      /^(input|select|note|model-value|range|rank|trigger|upload)$/.test(nodeType),
    )
  const rangeOf = (repeat: string): EngineNode => {
    const found = repeatsOf(root).find(
      ({ currentState }) => slotOf(currentState.reference) === repeat,
    )
    if (found === undefined) throw new Error(`The engine has no repeat ${repeat}.`)
    return found
  }
  return {
    states: () =>
      new Map(
        leaves().map(({ currentState, validationState }) => {
          const { relevant, required, value, instanceValue, valueOptions, reference } = currentState
          return [
            slotOf(reference),
            {
              isVisible: relevant,
              isRequired: relevant && required,
              isInvalid: relevant && validationState?.constraint?.valid === false,
              value: relevant
                ? textOf(typeof value === 'number' ? value : (instanceValue ?? value))
                : '',
              // Ours offers rows with the same value once (docs/import.md).
              offered: distinct(valueOptions?.map(option => option.value) ?? null),
            },
          ]
        }),
      ),
    repeats: () =>
      new Map(
        repeatsOf(root).map(({ currentState: { reference, children } }) => [
          slotOf(reference),
          children?.length ?? 0,
        ]),
      ),
    labels: () =>
      new Map(
        leaves().flatMap(({ currentState: { label, reference } }) =>
          label ? [[slotOf(reference), label.asString] as const] : [],
        ),
      ),
    instance: () => root.instanceState.instanceXML,
    add: repeat => rangeOf(repeat).addInstances?.(),
    remove: (repeat, place) => rangeOf(repeat).removeInstances?.(place, 1),
    answer: (slot, answer) => {
      const node = leaves().find(({ currentState }) => slotOf(currentState.reference) === slot)
      if (node === undefined) throw new Error(`The engine has no ${slot}.`)
      if (node.selectValues !== undefined) node.selectValues([answer].flat().filter(Boolean))
      else if (node.setValues !== undefined) node.setValues([answer].flat())
      else if (node.nodeType === 'trigger') node.setValue?.(answer === 'OK')
      else node.setValue?.(textOf(answer))
    },
  }
}
