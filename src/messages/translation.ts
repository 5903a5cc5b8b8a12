import type * as english from './english.ts'

/** The words of an area: its objects, without the functions that combine them. */
type Words<Area> = {
  readonly [
    Name in keyof Area as Area[Name] extends string | ((...values: never[]) => unknown)
      ? never
      : Name
  ]: Area[Name]
}

/** All words of a language, with English as the model; an area is a file of one of these rooms. */
export type Translation = {
  readonly [Area in keyof typeof english]: Words<(typeof english)[Area]>
}
