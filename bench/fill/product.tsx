/** The product's own interview on its own database, without the app around it. */
import { createRoot } from 'react-dom/client'
import { EMPTY, NEVER, of } from 'rxjs'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import type { IndexedDbPort } from '../../collections/storage/raw-database.ts'
import { startDraft } from '../../collections/writes/write-interview.ts'
import { AppContext, WorkspaceContext, type App } from '../../src/context.tsx'
import type { Env } from '../../src/env.ts'
import { compileForm } from '../../src/form/definition/compile.ts'
import { fieldTypes } from '../../replication/wire/field-types.ts'
import { createInterview } from '../../src/features/fill/interview/interview.ts'
import { loadInputs } from '../../src/features/fill/inputs/inputs.ts'
import { InterviewView } from '../../src/features/fill/interview-view.tsx'
import { useFillParts } from '../../src/features/fill/use-fill-parts.ts'
import { LeaveGuardProvider } from '../../src/lib/navigation/leave-guard.tsx'
import { ToasterContext } from '../../src/lib/toaster.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import type { Toaster } from '../../src/ui/toasts/toast-rules.ts'
import '../../src/ui/tokens.css'
import '../../src/ui/base.css'
import { makeFields, version, type Subject } from './fields.ts'
import { makeLargeFields } from './large-fields.ts'
import { makeLogicFields } from './logic-fields.ts'

const port = { indexedDB, IDBKeyRange } as unknown as IndexedDbPort
const db = await openDatabase(`bench-${Date.now()}`, oneDatabase(port))
await db.forms.insert({
  id: 'bench',
  title: 'Survey',
  status: 'active',
  sections: [],
  definition_hash: version,
  hidden: 0,
  newest: 0,
} as never)

const env = {
  clock: {
    now: () => Date.now(),
    after: (delayMs: number, run: () => void) => {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
  },
  visible$: NEVER,
  install: { isApple: false },
  // A phone's window, of one column.
  isNarrower$: () => of(true),
  uuid: () => crypto.randomUUID(),
  locate: () => Promise.resolve({ ok: false, failure: 'denied' }),
  geocoderUrl: '',
  keepMedia: () => undefined,
  network: { isOnline: () => false, online$: EMPTY },
  page: { guardUnload: () => () => undefined },
} as unknown as Env

const asked = new URLSearchParams(location.search)
const count = Number(asked.get('fields') ?? 500)

const fieldsOf = () => {
  switch (asked.get('form')) {
    case 'logic':
      return makeLogicFields(count)
    case 'large':
      return makeLargeFields(count, Number(asked.get('occurrences') ?? 1))
    default:
      return makeFields(count)
  }
}
const fields = fieldsOf()
await loadInputs(fieldTypes.map(type => ({ type, appearance: [] })))

const makeOpened = () => {
  const head = { id: 'bench', title: 'Survey', definition_hash: version }
  const form = compileForm(head, fields, Date.now())
  const interview = createInterview(
    { db, env },
    {
      form,
      draft: null,
      answers: [],
      files: [],
      submission: null,
      begin: () =>
        startDraft(db, {
          formId: form.id,
          formName: form.title,
          definitionHash: form.definitionHash,
          clientKey: env.uuid(),
          now: Date.now(),
        }),
    },
  )
  return { kind: 'open', interview } as const
}

function Screen({ opened }: { opened: ReturnType<typeof makeOpened> }) {
  const parts = useFillParts(opened)
  return (
    parts !== null && (
      <InterviewView
        parts={parts}
        submitting={{ phase: { kind: 'idle' }, press: () => undefined }}
        refusals={0}
        onGoToChange={() => undefined}
        onReview={() => undefined}
        onMoved={() => undefined}
      />
    )
  )
}

const mount = (): void => {
  const root = document.querySelector('#root')
  if (root === null) return
  const opened = makeOpened()
  createRoot(root).render(
    <AppContext value={{ env } as App}>
      <WorkspaceContext value={{ db, client: { extensions: () => null } } as Workspace}>
        <ToasterContext value={{} as Toaster}>
          <LeaveGuardProvider>
            <Screen opened={opened} />
          </LeaveGuardProvider>
        </ToasterContext>
      </WorkspaceContext>
    </AppContext>,
  )
}

const subject: Subject = { mount }
Object.assign(globalThis, { subject })
