/** What the build leaves out of a module that contains more than the app uses. */
export interface Cut {
  /** From node_modules. */
  readonly module: string
  /** Names of functions that nothing calls. What calls one nevertheless gets an error. */
  readonly functions?: readonly string[]
  /**
   * Methods as Class.method that nothing calls; also if they are assigned to this.method, or are entries of a call
   * like props(Class, { method }).
   */
  readonly members?: readonly string[]
  /** Functions that are called, with what they always return. */
  readonly results?: Readonly<Record<string, string>>
  /** Functions whose prototypes stay empty. */
  readonly prototypes?: readonly string[]
  /** Texts with what replaces each, and how often the module contains it if that is not once. */
  readonly texts?: readonly (readonly [text: string, replacement: string, times?: number])[]
  /** What begins with a text and ends before another one, each of which the module contains once. */
  readonly passages?: readonly (readonly [from: string, to: string, replacement: string])[]
}

/** The names of a class's members, which are separated by blanks, as a cut takes them. */
export const membersOf = (owner: string, names: string): readonly string[] =>
  names
    .trim()
    .split(/\s+/)
    .map(name => `${owner}.${name}`)
