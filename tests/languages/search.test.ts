import { expect, test } from 'vitest'
import { findArticles } from '../../src/features/info/find-articles.ts'
import { isFound, searchTerms } from '../../src/features/submissions/search/search.ts'
import { faq as arabic } from '../../src/messages/ar/help/info.ts'
import { faq as french } from '../../src/messages/fr/help/info.ts'

/** A search ignores accents and vowel signs, and accepts any digits. */

test('help is found in French without accents, and with either apostrophe', () => {
  expect(findArticles(french, 'reseau lent').map(({ id }) => id)).toEqual(['slow'])
  expect(findArticles(french, "l'appareil deconnexion").map(({ id }) => id)).toContain('logout')
})

test('help is found in Arabic without hamza and vowel signs', () => {
  expect(findArticles(arabic, 'نسخة احتياطية').map(({ id }) => id)).toContain('backup')
  expect(findArticles(arabic, 'ازامن').map(({ id }) => id)).toEqual(['sync'])
})

test('a submission is found by a name without its hamza, and by a number in any digits', () => {
  const submission = {
    formName: 'أسرة',
    address: 'شارع ٢٦',
    city: '',
    created_at: '2026-11-20T09:30:00.000Z',
    answers: { name: 'مُحَمَّد', light: 'الكهرباء' },
  }
  const now = Date.parse('2026-11-30T09:30:00.000Z')
  for (const query of ['اسرة', '26', '٢٦', 'محمد', 'كهرباء']) {
    expect(isFound(submission, searchTerms(query, now))).toBe(true)
  }
  expect(isFound(submission, searchTerms('علي', now))).toBe(false)
})
