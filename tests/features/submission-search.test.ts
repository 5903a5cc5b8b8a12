import { expect, test } from 'vitest'
import { isFound, searchWords } from '../../src/features/submissions/search.ts'

/** Finding a submission by its form, its place, its day and what was answered. */

const submission = {
  formName: 'Household Profile',
  address: 'Bhuj, Kutch, Gujarat, India',
  city: 'Bhuj',
  created_at: '2026-11-20T08:14:00.000Z',
  answers: { name: 'Renée Devi', water: ['piped-water', 'well'], note: 'लक्ष्मी' },
}
const finds = (query: string) => isFound(submission, searchWords(query))

test.each([
  'household',
  'PROFILE bhuj',
  'gujarat renee',
  'piped water',
  'piped-water well',
  'लक्ष्मी',
  '2026',
  '   ',
])('"%s" finds it', query => {
  expect(finds(query)).toBe(true)
})

test.each(['school', 'bhuj school', 'piped-water nowhere', '2025', 'true', 'name'])(
  '"%s" does not: every word must be in it, and the names of fields are not looked at',
  query => {
    expect(finds(query)).toBe(false)
  },
)
