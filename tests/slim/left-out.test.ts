import { expect, test } from 'vitest'
import { replaceModules } from '../../src/slim/replaced.ts'

test('every module that is replaced is installed, in the version that was read', () => {
  expect(() => replaceModules()).not.toThrow()
})
