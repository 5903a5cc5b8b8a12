import { useEffect, useMemo, useState } from 'react'
import type { Account } from '../../replication/wire/office/answers.ts'
import { BrowserRouter, Navigate, useRoutes } from '../lib/navigation/navigation.ts'
import { directionOf, localeFor, type Language } from '../messages/languages.ts'
import { setLocale } from '../messages/locale.ts'
import { Button } from '../ui/actions/button.tsx'
import { Alert } from '../ui/status/alert.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { Data } from './data/data.tsx'
import { ChoosePassword } from './entrance/choose-password.tsx'
import { Entrance } from './entrance/entrance-frame.tsx'
import { FirstAdministrator } from './entrance/first-administrator.tsx'
import { SignIn } from './entrance/sign-in.tsx'
import { Frame } from './frame.tsx'
import { AccountContext, OfficeContext, useAccount, useOffice } from './office-context.tsx'
import type { Ask, FailureKind } from './office-api.ts'
import type { OfficeEnv } from './office-env.ts'
import { ReadProvider } from './parts/query-client.tsx'
import { AccountScreen } from './screens/account.tsx'
import { FormScreen } from './forms/form.tsx'
import { Forms } from './forms/forms.tsx'
import { Upload } from './forms/upload.tsx'
import { ImportPeople } from './people/import-people.tsx'
import { mayChangePeople } from './people/may-change.ts'
import { People } from './people/people.tsx'
import { Today } from './screens/today.tsx'
import { Settings } from './settings/settings.tsx'
import { loadOfficeWords } from './words/load-office-words.ts'
import type { Words } from './words/words.ts'

interface Spoken {
  readonly language: Language
  readonly words: Words
}

/** The page, in the language that was chosen. */
export function OfficeApp({ env, ask, first }: { env: OfficeEnv; ask: Ask; first: Spoken }) {
  const [{ language, words }, setSpoken] = useState(first)
  setLocale(localeFor(language, env.browserLanguage))
  const office = useMemo(
    () => ({
      env,
      ask,
      words,
      language,
      chooseLanguage: async (next: Language) => {
        // Without the network the language stays.
        const loaded = await loadOfficeWords(next).catch(() => null)
        if (loaded === null) return
        env.keepLanguage(next)
        setSpoken({ language: next, words: loaded })
      },
    }),
    [env, ask, words, language],
  )
  useEffect(() => {
    env.setPage({ language, direction: directionOf(language), title: words.office })
  }, [env, language, words])
  return (
    <OfficeContext value={office}>
      <BrowserRouter basename="/office">
        <Gate />
      </BrowserRouter>
    </OfficeContext>
  )
}

type Visit =
  | { readonly kind: 'asking' }
  | { readonly kind: 'unknown'; readonly why: FailureKind }
  | { readonly kind: 'visitor'; readonly isFirst: boolean; readonly isMade: boolean }
  | { readonly kind: 'account'; readonly account: Account }

/** Shows the entrance, or the screens to who is signed in. */
function Gate() {
  const { ask, env, words } = useOffice()
  const isFirst = env.firstToken !== ''
  const [visit, setVisit] = useState<Visit>(
    isFirst ? { kind: 'visitor', isFirst, isMade: false } : { kind: 'asking' },
  )
  const isAsking = visit.kind === 'asking'
  useEffect(() => {
    if (!isAsking) return
    void ask('session').then(result => {
      if (result.ok) setVisit({ kind: 'account', account: result.data })
      else if (result.failure.kind === 'signed-out')
        setVisit({ kind: 'visitor', isFirst: false, isMade: false })
      else setVisit({ kind: 'unknown', why: result.failure.kind })
    })
  }, [ask, isAsking])
  const enter = (account: Account | null) =>
    setVisit(
      account === null
        ? { kind: 'visitor', isFirst: false, isMade: false }
        : { kind: 'account', account },
    )
  switch (visit.kind) {
    case 'asking':
      return (
        <Entrance title={words.office}>
          <Skeleton shape="lines" label={words.loading} />
        </Entrance>
      )
    case 'unknown':
      return (
        <Entrance title={words.office}>
          <Alert kind="error">{words.failures[visit.why]}</Alert>
          <Button onClick={() => setVisit({ kind: 'asking' })}>{words.retry}</Button>
        </Entrance>
      )
    case 'visitor':
      return visit.isFirst ? (
        <FirstAdministrator
          token={env.firstToken}
          onMade={() => setVisit({ kind: 'visitor', isFirst: false, isMade: true })}
        />
      ) : (
        <SignIn isMade={visit.isMade} onEnter={enter} />
      )
    case 'account':
      return (
        <AccountContext value={{ account: visit.account, change: enter }}>
          {visit.account.is_temporary ? (
            <ChoosePassword />
          ) : (
            // Another account begins with nothing that was read before.
            <ReadProvider key={visit.account.id}>
              <Screens />
            </ReadProvider>
          )}
        </AccountContext>
      )
  }
}

function Screens() {
  const { account } = useAccount()
  return useRoutes([
    {
      element: <Frame />,
      children: [
        { path: '/', element: <Today /> },
        { path: '/forms', element: <Forms /> },
        { path: '/upload', element: <Upload /> },
        { path: '/forms/:id', element: <FormScreen /> },
        { path: '/forms/:id/data', element: <Data /> },
        { path: '/people', element: <People /> },
        ...(mayChangePeople(account)
          ? [{ path: '/people/import', element: <ImportPeople /> }]
          : []),
        ...(account.role === 'administrator'
          ? [
              { path: '/settings', element: <Settings /> },
              { path: '/settings/:part', element: <Settings /> },
            ]
          : []),
        { path: '/account', element: <AccountScreen /> },
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ])
}
