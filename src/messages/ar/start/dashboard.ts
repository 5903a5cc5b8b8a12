import type * as english from '../../start/dashboard.ts'
import { submissions } from '../plural.ts'

export const dashboard: typeof english.dashboard = {
  title: 'نظرة عامة',
  assigned: 'المشاريع المسندة',
  total: 'مجموع الاستمارات',
  today: count => `اليوم: ${submissions(count)}`,
  todayOf: (count, target) => `اليوم: ${count} من ${target}`,
  syncStatus: 'حالة المزامنة',
  synced: 'تمت المزامنة',
  notArrived: 'لم يصل بعد',
  storage: 'المساحة المستخدمة',
  lastSync: when => `آخر مزامنة ${when}`,
  noData: 'لا توجد بيانات',
  noActivity: 'لا يوجد نشاط',
  noActivityMessage: 'ما ترسله في هذه الفترة يظهر هنا.',
  noRecent: 'لا توجد استمارات حديثة',
  noRecentMessage: 'تظهر استماراتك هنا. ابدأ بزر الزائد.',
  recent: 'أحدث الاستمارات',
  statsFailed: 'تعذّر جلب الإحصاءات.',
  statsOffline: 'أنت غير متصل ولا توجد إحصاءات محفوظة.',
}

export const activity: typeof english.activity = {
  title: 'النشاط',
  period: 'الفترة',
  thisWeek: 'هذا الأسبوع',
  lastWeek: 'الأسبوع الماضي',
  thisMonth: 'هذا الشهر',
  lastMonth: 'الشهر الماضي',
  summary: (count, period) => `${submissions(count)}، ${period}`,
  day: 'اليوم',
  submissions: 'الاستمارات',
}

export const start: typeof english.start = {
  title: 'بدء استبيان جديد',
  project: 'المشروع',
  choose: 'اختر مشروعًا',
  submit: 'ابدأ الآن',
  none: 'لا توجد استبيانات متاحة',
  noneMessage: 'تظهر هنا الاستبيانات الجديدة المسندة إليك.',
}
