import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** The list of cases: households, children or water points that interviews register and visit. */
export const cases = translatable('cases.cases', {
  title: 'Cases',
  count: (count: number) => counted(count, 'case', 'cases'),
  /** Read aloud: what the chips switch. */
  lists: 'List',
  order: 'Order',
  orders: { due: 'Next visit', near: 'Nearest', name: 'Name' },
  search: 'Search cases',
  searchPlaceholder: 'Name, place or anything known',
  reading: 'Reading the cases...',
  found: (count: number) => `${counted(count, 'case', 'cases')} found`,
  noneFound: 'Nothing Found',
  noneFoundMessage: 'Each word must begin a word of what is known of a case.',
  none: 'No Cases Yet',
  noneMessage: 'Cases appear here when you register one, or when one is assigned to you.',
  noneOffline: 'You are offline. The cases that are assigned to you come with the next sync.',
  locating: 'Finding where you are...',
  notLocated: 'It is unknown where you are, so the cases are ordered by their names.',
  due: (day: string) => `Visit by ${day}`,
  dueToday: 'Visit today',
  overdue: (day: string) => `Overdue since ${day}`,
  overdueCount: (count: number) => `${counted(count, 'visit is', 'visits are')} overdue`,
  waits: 'Waits to be sent',
  refused: 'Not accepted',
  unnamed: 'Without a name',
})

/** One case. */
export const oneCase = translatable('cases.oneCase', {
  title: 'Case',
  loading: 'Loading case',
  notFound: 'Case Not Found',
  notFoundMessage: 'It was deleted, or it is assigned to someone else.',
  goBack: 'Go Back',
  retracted: 'Its registration was deleted. What the visits recorded is still here.',
  known: 'What Is Known',
  nothingKnown: 'Nothing was recorded yet.',
  contested: 'Different Answers',
  contestedMessage:
    'These visits did not know of each other. The next visit that records it decides.',
  saidBy: (who: string, when: string) => `${who}, ${when}`,
  history: 'History',
  registered: 'Registered',
  visited: 'Visited',
  imported: 'Entered by the office',
  unknownPerson: 'Unknown person',
  beginOf: (survey: string) => `Begin: ${survey}`,
})

/** Where a survey chooses a case. */
export const chosenCase = translatable('cases.chosenCase', {
  retracted: (name: string) =>
    `Its registration was deleted: ${name}. Choose another one if this visit was elsewhere.`,
  thisCase: 'this case',
  gone: 'What is chosen here is no longer in your list. It was deleted, or it is assigned to someone else.',
})
