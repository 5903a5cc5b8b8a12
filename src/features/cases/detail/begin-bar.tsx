import type { CaseDoc } from '../../../../collections/schemas/cases.ts'
import type { CaseForm } from '../../../cases/case-forms.ts'
import { Link } from '../../../lib/navigation/navigation.ts'
import { common } from '../../../messages/app/common.ts'
import { oneCase as words } from '../../../messages/submissions/cases.ts'
import { href } from '../../../routes.ts'
import { buttonClass } from '../../../ui/actions/button.tsx'
import { AddIcon } from '../../../ui/icon.tsx'
import { ActionBar } from '../../../ui/pages/page.tsx'

interface BeginBarProps {
  readonly found: Pick<CaseDoc, 'id' | 'list'>
  readonly forms: readonly CaseForm[]
}

/** Begins an interview about a case: a button for each survey that chooses from its list. Nothing without one. */
export function BeginBar({ found: { id, list }, forms }: BeginBarProps) {
  const surveys = beginnable(forms, list)
  if (surveys.length === 0) return null
  return (
    <ActionBar>
      {surveys.map(({ form }, place) => (
        <Link
          key={form.id}
          className={buttonClass({ variant: place === 0 ? 'primary' : 'secondary' })}
          to={href('survey', { id: form.id, case: id })}
        >
          <AddIcon />
          <bdi>{words.beginOf(form.title || common.untitledForm)}</bdi>
        </Link>
      ))}
    </ActionBar>
  )
}

/** The surveys in which a case of a list can be chosen: first those that visit it, each last updated first. */
const beginnable = (forms: readonly CaseForm[], list: string): readonly CaseForm[] => {
  const choosing = forms.filter(
    ({ form, use }) => form.status !== 'draft' && use.choosers.some(one => one.list === list),
  )
  const visits = ({ use }: CaseForm) => use.kept.includes(list)
  return [...choosing.filter(visits), ...choosing.filter(form => !visits(form))]
}
