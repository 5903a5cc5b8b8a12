import type { Today as TodayData } from '../../../replication/wire/office/answers.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { numberText } from '../../messages/locale.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { useOffice } from '../office-context.tsx'
import { Reading } from '../parts/reading.tsx'
import { Screen } from '../parts/screen.tsx'
import { momentText, sumOf } from '../parts/shown.ts'
import { Table, type TableColumn } from '../parts/table.tsx'
import { useRead } from '../parts/use-read.ts'
import { DaysChart } from './days-chart.tsx'
import styles from './screens.module.css'

/** What was received today and this week, and what does not arrive. Each number leads to its rows. */
export function Today() {
  const { words } = useOffice()
  const read = useRead('today')
  return (
    <Screen title={words.nav.today}>
      <Reading read={read}>{data => <Shown data={data} />}</Reading>
    </Screen>
  )
}

function Shown({ data }: { data: TodayData }) {
  const { words } = useOffice()
  const { today, review } = words
  const counts = data.days.map((_, at) => sumOf(data.forms.map(form => form.counts[at] ?? 0)))
  const showsPeople = data.people.length > 0
  const figures = [
    [today.receivedToday, counts.at(-1) ?? 0],
    [today.receivedWeek, sumOf(counts)],
    [review.toReview, sumOf(data.forms.map(form => form.to_review))],
    ...(showsPeople
      ? [
          [today.silent, data.people.filter(person => person.is_silent).length] as const,
          [today.waiting, sumOf(data.people.map(({ waiting }) => waiting ?? 0))] as const,
        ]
      : []),
  ] as const
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([name, count]) => (
          <div key={name} className={styles.figure}>
            <dt className={styles.quiet}>{name}</dt>
            <dd className={styles.value}>{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      <section className={styles.part} aria-label={today.chart}>
        <div className={styles.chart}>
          <DaysChart days={data.days} counts={counts} />
        </div>
        <p className={styles.quiet}>{today.inUtc}</p>
      </section>
      <FormNumbers data={data} />
      {showsPeople && <PeopleNumbers data={data} />}
    </>
  )
}

const numberColumns = <Row extends { counts: number[]; stored: number }>(words: {
  today: string
  week: string
  all: string
}) =>
  [
    {
      key: 'today',
      head: words.today,
      isNumber: true,
      renderCell: ({ counts }: Row) => numberText(counts.at(-1) ?? 0),
    },
    {
      key: 'week',
      head: words.week,
      isNumber: true,
      renderCell: ({ counts }: Row) => numberText(sumOf(counts)),
    },
    {
      key: 'all',
      head: words.all,
      isNumber: true,
      renderCell: ({ stored }: Row) => numberText(stored),
    },
  ] as const

function FormNumbers({ data }: { data: TodayData }) {
  const { today, review } = useOffice().words
  const [day = ''] = data.days.slice(-1)
  const [from = ''] = data.days
  type Row = TodayData['forms'][number]
  const [ofToday, ofWeek, ofAll] = numberColumns<Row>(today)
  const linked = (column: TableColumn<Row>, search: string) => ({
    ...column,
    renderCell: (row: Row) => (
      <Link to={`/forms/${encodeURIComponent(row.id)}/data${search}`}>
        {column.renderCell(row)}
      </Link>
    ),
  })
  return (
    <div className={styles.part}>
      <h2>{today.byForm}</h2>
      {data.forms.length === 0 ? (
        <EmptyState title={today.noForms} />
      ) : (
        <Table
          caption={today.byForm}
          rows={data.forms}
          keyOf={row => row.id}
          columns={[
            { key: 'form', head: today.form, renderCell: row => <bdi>{row.title}</bdi> },
            linked(ofToday, `?from=${day}&until=${day}`),
            linked(ofWeek, `?from=${from}&until=${day}`),
            linked(ofAll, ''),
            linked(
              {
                key: 'review',
                head: review.toReview,
                isNumber: true,
                renderCell: row => numberText(row.to_review),
              },
              '',
            ),
          ]}
        />
      )}
    </div>
  )
}

function PeopleNumbers({ data }: { data: TodayData }) {
  const { words } = useOffice()
  const { today, people } = words
  type Row = TodayData['people'][number]
  return (
    <div className={styles.part}>
      <h2>{today.bySurveyor}</h2>
      <Table
        caption={today.bySurveyor}
        rows={data.people}
        keyOf={row => row.id}
        columns={[
          {
            key: 'surveyor',
            head: today.surveyor,
            renderCell: row => (
              <>
                <bdi>{row.name || row.email}</bdi>{' '}
                {row.is_silent && <Badge kind="failed">{people.silent}</Badge>}
              </>
            ),
          },
          ...numberColumns<Row>(today),
          {
            key: 'waiting',
            head: people.waiting,
            isNumber: true,
            renderCell: ({ waiting }) => (waiting === null ? people.unknown : numberText(waiting)),
          },
          {
            key: 'contact',
            head: people.lastContact,
            renderCell: row => momentText(row.last_contact_at) || words.never,
          },
        ]}
      />
    </div>
  )
}
