import { matchPath } from 'react-router-dom'
import { expect, test } from 'vitest'
import { pageTitle, routeWords } from '../../src/messages/app/routes.ts'
import { href, routes, type Route } from '../../src/routes.ts'
import { screensOf } from '../e2e/screens.ts'

/** The spec's route table, and this app's additions. */
const table: readonly (readonly [path: string, access: Route['access']])[] = [
  ['/login', 'public'],
  ['/forgot-password', 'public'],
  ['/reset-password', 'public'],
  ['/about', 'public'],
  ['/help', 'public'],
  ['/set-password', 'first-login'],
  ['/dashboard', 'authenticated'],
  ['/projects', 'authenticated'],
  ['/projects/completed-surveys', 'authenticated'],
  ['/projects/all-surveys', 'authenticated'],
  ['/projects/survey/:id', 'authenticated'],
  ['/survey-data', 'authenticated'],
  ['/surveys/data/:id', 'authenticated'],
  ['/sync', 'authenticated'],
  ['/settings', 'authenticated'],
  ['/profile', 'authenticated'],
  ['/profile/change-password', 'authenticated'],
  ['/recovery', 'authenticated'],
  ['/bin', 'authenticated'],
  ['/cases', 'authenticated'],
  ['/cases/:id', 'authenticated'],
  ['/ready', 'authenticated'],
  ['/help/user-guide', 'public'],
  ['/help/video-tutorials', 'public'],
  ['/help/documentation', 'public'],
]

test('the routes are those of the spec in its order, then ours', () => {
  expect(Object.values(routes).map(({ path, access }) => [path, access])).toEqual(table)
})

test('every route has a title and a description of its own', () => {
  const words = Object.values(routeWords)
  expect(new Set(words.map(({ title }) => title)).size).toBe(words.length)
  expect(words.filter(({ description }) => !/^[A-Z].+\.$/.test(description))).toEqual([])
  expect(pageTitle(routeWords.help.title)).toBe('Help and Support | Transect')
})

test('every screen is among those that are opened in Chromium, except the one for a first password', () => {
  const ids = { formId: 'f', submissionId: 's', caseId: 'c' }
  const known = { ...ids, formTitle: '', submissionForm: '', caseLabel: '' }
  const opened = screensOf(known).map(screen => screen.path.replace(/\?.*/, ''))
  const missing = Object.values(routes).filter(
    ({ path }) => !opened.some(address => matchPath(path, address) !== null),
  )
  expect(missing).toEqual([routes.setPassword])
})

test('an address takes its path from the table and the rest into the query', () => {
  expect(href('dashboard')).toBe('/dashboard')
  expect(href('survey', { id: 'a/b c' })).toBe('/projects/survey/a%2Fb%20c')
  expect(href('submissions')).toBe('/survey-data')
  expect(href('submissions', { surveyId: 'x&y' })).toBe('/survey-data?surveyId=x%26y')
  expect(href('submission', { id: '7', edit: 'true' })).toBe('/surveys/data/7?edit=true')
  // @ts-expect-error -- a survey has an id
  expect(href('survey')).toBe('/projects/survey/')
  // @ts-expect-error -- the dashboard reads no query
  expect(href('dashboard', { surveyId: '1' })).toContain('/dashboard')
})
