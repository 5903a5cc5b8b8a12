import type * as english from '../../interview/detached.ts'

export const detached: typeof english.detached = {
  inList: 'حُذفت استمارتها. ستُرسَل كاستمارة جديدة.',
  now: 'حُذفت استمارة كنت تعدّلها. تعديلك محفوظ كاستمارة غير مكتملة، وسيُرسَل كاستمارة جديدة.',
}
