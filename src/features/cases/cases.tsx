import { useMemo } from 'react'
import type { CaseListCount } from '../../../collections/interview/cases/read-cases.ts'
import { useCaseForms, type CaseForm } from '../../cases/case-forms.ts'
import { caseLists$ } from '../../cases/case-lists.ts'
import { wordsOfName } from '../../cases/property-words.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { useBack } from '../../hooks/use-back.ts'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { common } from '../../messages/app/common.ts'
import { numberText } from '../../messages/locale.ts'
import { cases as words } from '../../messages/submissions/cases.ts'
import { href } from '../../routes.ts'
import { Chip, ChipRow } from '../../ui/actions/chip.tsx'
import { CaseIcon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { PageBody } from '../../ui/pages/page.tsx'
import { CountBadge } from '../../ui/status/count-badge.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { CaseList } from './list/case-list.tsx'
import { useListState } from './list/use-list-state.ts'

/** The cases that the surveyor registers and visits, one list at a time. */
export function CasesScreen() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const back = useBack(href('dashboard'))
  const isOnline = useOnline(env.network)
  const forms = useCaseForms()
  const stored = useStream<readonly CaseListCount[] | null>(
    useMemo(() => caseLists$(db, env.clock), [db, env]),
    null,
  )
  const [state, setState] = useListState()
  const names = stored === null || forms === null ? null : namesOf(stored, forms)
  const list = names?.find(name => name === state.list) ?? names?.[0]
  const count = stored?.find(one => one.list === list)?.count ?? 0
  return (
    <>
      <PageHeader
        title={words.title}
        back={{ label: common.back, onPress: back }}
        end={count > 0 && <CountBadge label={words.count(count)}>{numberText(count)}</CountBadge>}
      />
      <PageBody under="tabs" wide>
        {names === null && <Skeleton shape="card" count={4} label={common.loading} />}
        {names !== null && names.length > 1 && (
          <ChipRow label={words.lists} inOneLine>
            {names.map(name => (
              <Chip
                key={name}
                selected={name === list}
                onPress={() => setState({ list: name, search: '', pages: 1 })}
              >
                <bdi>{wordsOfName(name)}</bdi>
              </Chip>
            ))}
          </ChipRow>
        )}
        {names !== null && (list === undefined || count === 0) && (
          <EmptyState
            icon={<CaseIcon />}
            title={words.none}
            message={isOnline ? words.noneMessage : words.noneOffline}
          />
        )}
        {forms !== null && list !== undefined && count > 0 && (
          <CaseList key={list} list={list} forms={forms} state={state} onChange={setState} />
        )}
      </PageBody>
    </>
  )
}

/** The lists with cases, the longest first, then those that a form can have cases of. */
const namesOf = (
  stored: readonly CaseListCount[],
  forms: readonly CaseForm[],
): readonly string[] => [
  ...new Set([
    ...[...stored].sort((one, other) => other.count - one.count).map(({ list }) => list),
    ...forms.flatMap(({ use }) => use.kept),
  ]),
]
