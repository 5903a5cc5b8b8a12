import type * as english from '../../start/projects.ts'
import { submissions, surveys } from '../plural.ts'
import { numberText } from '../../locale.ts'

export const projects: typeof english.projects = {
  title: 'المشاريع',
  completed: 'الاستبيانات المكتملة',
  all: 'كل الاستبيانات',
  toSync: 'استبيانات للمزامنة',
  syncNow: 'المزامنة الآن',
  syncing: 'جارٍ المزامنة...',
  recent: 'المحدّثة مؤخرًا',
  startNow: 'ابدأ الآن',
  unpublished: 'غير منشور',
  unpublishedHint: 'لا يمكن تعبئة هذا الاستبيان قبل نشره.',
  completedBadge: 'مكتمل',
  viewSubmissions: 'الاستمارات',
  submissions,
  unfinished: count => `غير مكتملة: ${numberText(count)}`,
  updated: when => `حُدّث ${when}`,
  surveys,
  none: 'لا توجد استبيانات متاحة',
  onTheirWay: 'استبياناتك في الطريق',
  onTheirWayMessage: 'يستغرق هذا وقتًا أطول من المعتاد. تظهر هنا عند وصولها.',
  noneMessage: 'تظهر هنا الاستبيانات الجديدة المسندة إليك.',
  noneCompleted: 'لا توجد استبيانات مكتملة',
  noneCompletedMessage: 'تظهر هنا الاستبيانات التي اكتملت.',
  offline: 'أنت غير متصل ولا توجد نماذج محفوظة على هذا الجهاز.',
  failed: 'تعذّر تحميل استبياناتك. تُجلب من جديد عندما تعود إلى هنا.',
}
