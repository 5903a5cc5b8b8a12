import type { Page } from 'playwright'
import { expect } from 'playwright/test'

interface Files {
  readonly find: () => { readonly exec: () => Promise<readonly FileDoc[]> }
}

interface FileDoc {
  readonly id: string
  readonly getAttachment: (name: string) => { readonly getData: () => Promise<Blob> } | null
}

/** The parts of a page's open workspace that tests use. */
interface OpenWorkspace {
  readonly db: {
    readonly submissions: {
      readonly bulkInsert: (docs: readonly object[]) => Promise<{ readonly error: unknown[] }>
      readonly find: () => { readonly exec: () => Promise<readonly StoredSubmission[]> }
    }
    readonly outbox: {
      readonly find: () => { readonly exec: () => Promise<readonly unknown[]> }
      readonly bulkInsert: (docs: readonly object[]) => Promise<{ readonly error: unknown[] }>
    }
    readonly file_uploads: Files
  }
  readonly sync: {
    readonly refresh: { readonly now: (kind: 'account' | 'submissions') => Promise<unknown> }
  }
}

interface StoredSubmission {
  readonly id: string
  readonly server_id: string
  readonly syncStatus: string
  readonly state: string
  readonly files: readonly { readonly id: string }[]
  readonly refusals?: readonly unknown[]
}

declare global {
  interface Window {
    /** The workspace that a test found in the page. */
    testWorkspace?: OpenWorkspace
  }
}

/** Finds the open workspace in React's internal state, because the app does not expose it. */
const findWorkspace = (page: Page): Promise<void> =>
  expect.poll(() => lookForWorkspace(page), { timeout: 30_000 }).toBe(true)

const lookForWorkspace = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    interface Fiber {
      readonly memoizedProps: { readonly value?: unknown } | null
      readonly child: Fiber | null
      readonly sibling: Fiber | null
    }
    const isWorkspace = (value: unknown): value is OpenWorkspace =>
      typeof value === 'object' && value !== null && 'db' in value && 'sync' in value
    const roots = [...document.querySelectorAll('body, body > *')]
    const root = roots.find(element =>
      Object.keys(element).some(name => name.startsWith('__reactContainer')),
    )
    const key = Object.keys(root ?? {}).find(name => name.startsWith('__reactContainer'))
    const open = [
      (root as unknown as Record<string, Fiber | null> | undefined)?.[key ?? ''] ?? null,
    ]
    while (open.length > 0) {
      const fiber = open.pop() ?? null
      if (fiber === null) continue
      const value = fiber.memoizedProps?.value
      if (isWorkspace(value)) {
        window.testWorkspace = value
        return true
      }
      open.push(fiber.sibling, fiber.child)
    }
    return false
  })

/** Interviews to write to the device, as if each had been filled in and submitted there. */
interface Bulk {
  readonly formId: string
  readonly formName: string
  readonly answers: Readonly<Record<string, string | readonly string[]>>
  readonly count: number
}

/** Submits many interviews at once, without the fill screen: the commit point and everything after it. */
export const submitMany = async (page: Page, bulk: Bulk): Promise<void> => {
  await findWorkspace(page)
  await page.evaluate(async ({ formId, formName, answers, count }) => {
    const start = Date.now() - 86_400_000
    const chunk = 500
    for (let from = 0; from < count; from += chunk) {
      const docs = Array.from({ length: Math.min(chunk, count - from) }, (_, n) => {
        const time = start + from + n
        const iso = new Date(time).toISOString()
        return {
          id: `temp_${time}`,
          client_key: crypto.randomUUID(),
          server_id: '',
          form_id: formId,
          formName,
          definition_hash: '',
          latitude: 12.9716,
          longitude: 77.5946,
          accuracy: 12,
          address: '',
          city: '',
          created_at: iso,
          updated_at: iso,
          submittedAt: iso,
          syncStatus: 'pending',
          state: 'unsent' as const,
          answers,
          files: [],
          files_pending: 0,
          rev: '',
          history: [{ at: time, what: 'saved', note: '' }],
          hidden: 0,
          newest: 9_999_999_999_999 - time,
        }
      })
      const { error } = await (window.testWorkspace as OpenWorkspace).db.submissions.bulkInsert(
        docs,
      )
      if (error.length > 0) throw new Error(`${error.length} were not written`)
    }
  }, bulk)
}

/** How many items are in the outbox and in Recovery. */
export const readQueue = async (
  page: Page,
): Promise<{ readonly waiting: number; readonly recovered: number; readonly pending: number }> => {
  await findWorkspace(page)
  return page.evaluate(async () => {
    const { submissions, outbox } = (window.testWorkspace as OpenWorkspace).db
    const stored = await submissions.find().exec()
    return {
      waiting: (await outbox.find().exec()).length,
      recovered: stored.reduce((sum, { refusals = [] }) => sum + refusals.length, 0),
      pending: stored.filter(
        ({ syncStatus, state }) => syncStatus === 'pending' && state !== 'open',
      ).length,
    }
  })
}

/** The id of the newest pending interview. */
export const pendingId = async (page: Page): Promise<string> => {
  await findWorkspace(page)
  return page.evaluate(async () => {
    const stored = await (window.testWorkspace as OpenWorkspace).db.submissions.find().exec()
    return (
      stored.find(({ syncStatus, state }) => syncStatus === 'pending' && state !== 'open')?.id ?? ''
    )
  })
}

/** Refreshes a kind of data, as the screens do when theirs is old. Ignores the outcome. */
export const refreshNow = async (page: Page, kind: 'account' | 'submissions'): Promise<void> => {
  await findWorkspace(page)
  await page.evaluate(async wanted => {
    await (window.testWorkspace as OpenWorkspace).sync.refresh.now(wanted)
  }, kind)
}

/** The SHA-256 of each file on the device that the bin or Recovery names, in hex. */
export const keptFiles = async (page: Page): Promise<readonly string[]> => {
  await findWorkspace(page)
  return page.evaluate(async () => {
    const { submissions, file_uploads } = (window.testWorkspace as OpenWorkspace).db
    const kept = (await submissions.find().exec()).filter(
      ({ state }) => state === 'binned' || state === 'refused',
    )
    const named = new Set(kept.flatMap(({ files }) => files.map(({ id }) => id)))
    const hashes: string[] = []
    for (const file of await file_uploads.find().exec()) {
      const bytes = await file.getAttachment('data')?.getData()
      if (bytes === undefined || !named.has(file.id)) continue
      const hash = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
      const digits = [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, '0'))
      hashes.push(digits.join(''))
    }
    return hashes
  })
}
