import type { Page } from 'playwright'
import type { CaseRow } from '../../replication/wire/cases.ts'
import type { RunningServer } from './server.ts'

/** The required login for a screen. */
type Visitor = 'anyone' | 'surveyor'

/** One route of the spec's table. */
export interface Screen {
  /** For names of tests and pictures. */
  readonly name: string
  readonly path: string
  readonly visitor: Visitor
  /** The text of its first heading. */
  readonly heading: string
  /** The window's title. */
  readonly title: string
}

/** Ids of the demo data in addresses. */
interface Known {
  readonly formId: string
  readonly formTitle: string
  readonly submissionId: string
  readonly submissionForm: string
  readonly caseId: string
  readonly caseLabel: string
}

interface Listed {
  readonly id: string
  readonly form_id: string
  readonly title: string
  readonly status: string
}

/** Reads a published form, a submission and a case from the server. */
export const readKnown = async (server: Pick<RunningServer, 'surveyor'>): Promise<Known> => {
  const api = await server.surveyor()
  const read = async <Row>(path: string) =>
    ((await (await api(path)).json()) as { data: readonly Row[] }).data
  const forms = await read<Listed>('/surveyor/forms?page=1&limit=100')
  const form = forms.find(({ title }) => title === 'Household Profile')
  const [submission] = await read<Listed>('/surveyor/form-submissions?page=1&limit=1')
  const [household] = await read<CaseRow>('/surveyor/cases?since=&limit=1')
  if (form === undefined || submission === undefined || household === undefined) {
    throw new Error('This is not the demo.')
  }
  return {
    formId: form.id,
    formTitle: form.title,
    submissionId: submission.id,
    submissionForm: forms.find(({ id }) => id === submission.form_id)?.title ?? '',
    caseId: household.id,
    caseLabel: household.operations[0]?.label ?? '',
  }
}

/** Every route that a surveyor with a password can open, in the order of the spec's table. */
export const screensOf = (known: Known): readonly Screen[] => [
  anyone('login', '/login', 'Transect', 'Transect | Login'),
  anyone('forgot-password', '/forgot-password', 'Forgot Password'),
  anyone('reset-password', '/reset-password', 'Reset Password'),
  anyone('about', '/about', 'About'),
  anyone('help', '/help', 'Help & Support', 'Help and Support | Transect'),
  anyone('user-guide', '/help/user-guide', 'User Guide'),
  anyone('video-tutorials', '/help/video-tutorials', 'Video Tutorials'),
  anyone('documentation', '/help/documentation', 'Documentation'),
  surveyor('dashboard', '/dashboard', 'Overview', 'Dashboard | Transect'),
  surveyor('projects', '/projects', 'Projects'),
  surveyor('completed-surveys', '/projects/completed-surveys', 'Completed Surveys'),
  surveyor('all-surveys', '/projects/all-surveys', 'All Surveys'),
  surveyor('survey', `/projects/survey/${known.formId}`, known.formTitle, 'Survey | Transect'),
  surveyor('submissions', '/survey-data', 'All Submissions', 'Submissions | Transect'),
  surveyor(
    'submissions-of-one',
    `/survey-data?surveyId=${known.formId}`,
    known.formTitle,
    'Submissions | Transect',
  ),
  surveyor(
    'submission',
    `/surveys/data/${known.submissionId}`,
    known.submissionForm,
    'Submission | Transect',
  ),
  surveyor(
    'submission-edit',
    `/surveys/data/${known.submissionId}?edit=true`,
    `Edit: ${known.submissionForm}`,
    'Submission | Transect',
  ),
  surveyor('sync', '/sync', 'Sync'),
  surveyor('settings', '/settings', 'Settings'),
  surveyor('profile', '/profile', 'Edit Profile'),
  surveyor('change-password', '/profile/change-password', 'Change Password'),
  surveyor('recovery', '/recovery', 'Recovery'),
  surveyor('bin', '/bin', 'Bin'),
  surveyor('cases', '/cases', 'Cases'),
  surveyor('case', `/cases/${known.caseId}`, known.caseLabel, 'Case | Transect'),
  surveyor('ready', '/ready', 'Ready for the field', 'Ready for the Field | Transect'),
]

const anyone = (name: string, path: string, heading: string, title?: string): Screen => ({
  name,
  path,
  visitor: 'anyone',
  heading,
  title: title ?? `${heading} | Transect`,
})

const surveyor = (name: string, path: string, heading: string, title?: string): Screen => ({
  ...anyone(name, path, heading, title),
  visitor: 'surveyor',
})

/** Every name, for tests that are declared before the server is running. */
export const screenNames: readonly { readonly name: string; readonly visitor: Visitor }[] =
  screensOf({
    formId: '',
    formTitle: '',
    submissionId: '',
    submissionForm: '',
    caseId: '',
    caseLabel: '',
  })

/** Opens a screen and waits for its heading. */
export const openScreen = async (page: Page, url: string, screen: Screen): Promise<void> => {
  await page.goto(`${url}${screen.path}`)
  await page.getByRole('heading', { level: 1, name: screen.heading, exact: true }).waitFor()
}

/** Opens a part of a screen that is folded until it is asked for. */
export const unfold = (page: Page, title: string): Promise<void> =>
  page.locator('summary', { hasText: title }).click()

/** Opens every folded part. */
export const unfoldAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll('details')) part.open = true
  })

/** The page's overflow in pixels, allowing for a scrollbar. It must be 0. */
export const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const root = document.documentElement
    return root.scrollWidth - Math.ceil(root.getBoundingClientRect().width)
  })

/** Sets the text size, in per cent of the browser's default. */
export const setTextSize = (page: Page, percent: number): Promise<void> =>
  page.evaluate(size => {
    document.documentElement.style.fontSize = `${size}%`
  }, percent)

/** Sets the theme, as Settings does. */
export const setTheme = (page: Page, theme: string): Promise<void> =>
  page.evaluate(name => {
    document.documentElement.dataset['theme'] = name
  }, theme)
