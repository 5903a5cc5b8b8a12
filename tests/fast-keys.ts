import { beforeAll, vi } from 'vitest'

/**
 * Derives keys from passphrases in one round until the end of the file, because the 600,000 of a backup take a processor
 * longer than the rest of a test.
 */
export const deriveKeysFast = (): void => {
  beforeAll(() => {
    const { subtle } = crypto
    const deriveKey = subtle.deriveKey.bind(subtle)
    vi.spyOn(subtle, 'deriveKey').mockImplementation((algorithm, ...rest) =>
      deriveKey({ ...(algorithm as Pbkdf2Params), iterations: 1 }, ...rest),
    )
  })
}
