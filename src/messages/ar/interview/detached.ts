import type * as english from '../../interview/detached.ts'

export const detached: typeof english.detached = {
  inList: 'حُذفت استمارتها. ستُرسَل كمقابلة جديدة.',
  now: 'حُذفت استمارة كنت تعدّلها. تعديلك محفوظ كمقابلة غير مكتملة، وسيُرسَل كمقابلة جديدة.',
}
