import type { english } from './english.ts'

/** The words of the page in one language. */
export type Words = typeof english
