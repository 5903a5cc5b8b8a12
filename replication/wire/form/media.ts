import * as v from 'valibot'
import type { Json } from '../envelope.ts'
import { text } from './values.ts'
import { languagesAs, type Words } from './words.ts'

/** What a label may show in addition to its words, in this order. */
export const mediaKinds = ['image', 'audio', 'video'] as const

/** A kind of file of a label. */
export type MediaKind = (typeof mediaKinds)[number]

/** The ids of a label's files in the form, and those of further languages; absent where there are none. */
export type Media = { readonly [Kind in MediaKind]?: string } & {
  readonly [Kind in MediaKind as `${Kind}s`]?: Words
}

/** The properties that media are in. */
export const mediaKeys: readonly string[] = mediaKinds.flatMap(kind => [kind, `${kind}s`])

/** Whether a label has files, in any language. */
export const hasMedia = (label: { readonly [Key in keyof Media]?: unknown }): boolean =>
  mediaKinds.some(kind => label[kind] !== undefined || label[`${kind}s`] !== undefined)

/** The media of a field or an option as properties to spread. */
export const mediaAs = (raw: Json): Media => {
  // A form has thousands of options, and most have no media.
  if (!hasMedia(raw)) return {}
  return Object.assign(
    {},
    ...mediaKinds.map(kind => {
      const id = v.parse(text, raw[kind])
      return {
        ...(id === '' ? {} : { [kind]: id }),
        ...languagesAs(`${kind}s`, raw[`${kind}s`]),
      }
    }),
  ) as Media
}

/** The files that are shown in a language. */
export const mediaIn = (media: Media, language: string): readonly string[] =>
  mediaKinds.flatMap(kind => media[`${kind}s`]?.[language] ?? media[kind] ?? [])
