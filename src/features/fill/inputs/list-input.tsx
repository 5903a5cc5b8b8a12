import { Fragment, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { FieldOption } from '../../../../replication/wire/forms.ts'
import { searchable, searchWords } from '../../../lib/searchable.ts'
import { common } from '../../../messages/app/common.ts'
import { inputs } from '../../../messages/interview/fill.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CheckboxGroup } from '../../../ui/choices/checkbox-group.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { ExpandIcon } from '../../../ui/icon.tsx'
import { RadioGroup } from '../../../ui/choices/radio-group.tsx'
import { SearchField } from '../../../ui/inputs/search-field.tsx'
import { mostShown } from '../../../form/types/choices.ts'
import type { InputProps } from './input-props.ts'
import { LabelMedia } from '../texts/form-media.tsx'
import styles from './list-input.module.css'

interface ListInputProps extends InputProps {
  readonly value: string[]
  readonly onChange: (value: string | string[]) => void
  /** Above the search: another way to choose one of the options that it finds. */
  readonly renderAbove?: (found: readonly FieldOption[]) => ReactNode
  /** What is said below the label of an option. */
  readonly hintOf?: (option: FieldOption) => string | undefined
}

/**
 * A SELECT with many options: a button that shows the choice, and a list with a search. A tap on the one option closes
 * the list; the arrow keys do not, because they choose each option on their way.
 */
export function ListInput(props: ListInputProps) {
  const { field, id, words, value } = props
  const [isOpen, setOpen] = useState(false)
  const labels = value.map(
    chosen => field.options.find(option => option.value === chosen)?.label ?? chosen,
  )
  const close = () => setOpen(false)
  return (
    <>
      <Field {...words} id={id}>
        {control => (
          <button
            type="button"
            id={control.id}
            // The label is its whole name, so what is chosen must be part of its description.
            aria-describedby={cx(`${id}-chosen`, control['aria-describedby'])}
            aria-haspopup="dialog"
            data-invalid={control['aria-invalid']}
            className={styles.button}
            data-empty={labels.length === 0}
            onClick={() => setOpen(true)}
          >
            <span id={`${id}-chosen`} className={styles.chosen}>
              {labels.length === 0 ? (
                field.placeholder || inputs.choose
              ) : (
                <Chosen labels={labels} />
              )}
            </span>
            <ExpandIcon />
          </button>
        )}
      </Field>
      <Dialog open={isOpen} title={field.label} closeLabel={common.close} onClose={close}>
        <OptionList {...props} onDone={close} />
      </Dialog>
    </>
  )
}

/** The chosen labels, each in its own direction, as in the list. */
function Chosen({ labels }: { labels: readonly string[] }) {
  return labels.map((label, place) => (
    <Fragment key={label}>
      {place > 0 && ', '}
      <bdi>{label}</bdi>
    </Fragment>
  ))
}

interface OptionListProps extends Omit<ListInputProps, 'id' | 'words'> {
  readonly onDone: () => void
}

function OptionList({ field, value, onChange, renderAbove, hintOf, onDone }: OptionListProps) {
  const [search, setSearch] = useState('')
  const [chosenAtFirst] = useState(() => new Set(value))
  const isTapped = useRef(false)
  const wanted = searchWords(useDeferredValue(search))
  const texts = useMemo(() => field.options.map(({ label }) => searchable(label)), [field.options])
  const found = field.options.filter((_option, place) =>
    wanted.every(word => texts[place]?.includes(word)),
  )
  // What was chosen when the list opened is on top if it would not be shown, so that it is seen and can be taken out.
  const atTop =
    search === '' ? found.slice(mostShown).filter(one => chosenAtFirst.has(one.value)) : []
  const options = [...atTop, ...found.slice(0, mostShown)].map(option => ({
    value: option.value,
    label: (
      <>
        <bdi>{option.label}</bdi>
        <LabelMedia media={option} isSmall />
      </>
    ),
    hint: hintOf?.(option),
  }))
  const more = found.length - options.length
  const shared = { label: field.label, labelHidden: true, options }
  return (
    <div className={styles.list}>
      {renderAbove?.(found)}
      <div className={styles.search}>
        <SearchField
          label={inputs.search}
          placeholder={inputs.search}
          clearLabel={common.clearSearch}
          value={search}
          onChange={setSearch}
        />
      </div>
      {options.length === 0 && <output>{inputs.noMatch}</output>}
      {field.multiple ? (
        <CheckboxGroup
          {...shared}
          value={value}
          // Chosen options that the search hides stay chosen.
          onChange={shown => {
            const visible = new Set(options.map(option => option.value))
            const chosen = new Set([...shown, ...value.filter(option => !visible.has(option))])
            onChange(field.options.map(option => option.value).filter(one => chosen.has(one)))
          }}
        />
      ) : (
        <div
          role="presentation"
          onPointerDown={() => {
            isTapped.current = true
          }}
          onKeyDown={() => {
            isTapped.current = false
          }}
          // The radio's own click, which chooses; one on its label comes before.
          onClick={({ target }) => {
            if (isTapped.current && target instanceof HTMLInputElement) onDone()
          }}
        >
          <RadioGroup {...shared} value={value[0] ?? ''} onChange={onChange} />
        </div>
      )}
      {more > 0 && <output className={styles.more}>{inputs.moreMatch(more)}</output>}
      <div className={styles.end}>
        {value.length > 0 && !field.isRequired && (
          <Button variant="quiet" onClick={() => onChange(field.multiple ? [] : '')}>
            {inputs.clear}
          </Button>
        )}
        <Button full onClick={onDone}>
          {inputs.done}
        </Button>
      </div>
    </div>
  )
}
