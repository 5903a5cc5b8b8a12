import {
  addPhoto,
  answer,
  backedUp,
  carriedOver,
  filesCarried,
  discardOpen,
  finish,
  give,
  giveOld,
  goneElsewhere,
  handedOver,
  leaveOpen,
  loseFile,
  numbered,
  past,
  reopen,
  repeated,
  restored,
  retake,
} from './content-steps.ts'
import { trickyTexts } from '../world/content.ts'
import type { PlannedDay } from './days.ts'
import { lostAnswerDays } from './lost-answer-days.ts'
import { requestDays } from './request-days.ts'
import { arrives, edit, fault, fetchLists, json, network, pass, remove, sync } from './steps.ts'

/** Days on which work was once lost, doubled, damaged, or sent in another surveyor's name. */

const posts = '/form-submissions'
const uploads = 'upload-files'
const noUploads = fault({ path: uploads, method: 'POST', times: 9, reaches: 'no', answer: 'break' })
const refusedUpload = fault({
  path: uploads,
  method: 'POST',
  reaches: 'no',
  answer: json(422, 'This file was refused.'),
})

const twoPhones = [1, 1]

/** Each by what it shows. */
export const foundDays: Readonly<Record<string, PlannedDay>> = {
  ...lostAnswerDays,
  ...requestDays,
  'a session that expires while answers are slow sends nothing in another name': {
    shape: twoPhones,
    steps: [handedOver('expired'), sync()],
  },
  'a logout while answers are slow sends nothing in another name': {
    shape: twoPhones,
    steps: [handedOver('logout'), sync()],
  },
  'unsent photos outlive a deletion elsewhere': {
    shape: twoPhones,
    steps: [noUploads, give('gone', ['photo', 'photo']), goneElsewhere('gone'), fetchLists],
  },
  'Recovery has the files that it names after its interview is deleted': {
    shape: twoPhones,
    steps: [refusedUpload, give('kept', ['photo']), sync(), remove('kept', 'a'), sync()],
  },
  'a photo that was taken again arrives': {
    shape: twoPhones,
    steps: [
      give('again', ['photo']),
      sync(),
      fault({ path: uploads, method: 'POST', reaches: 'no', answer: 'break' }),
      retake('again'),
      pass,
      sync(),
      fetchLists,
    ],
  },
  'an open edit can be submitted though its submission was deleted elsewhere': {
    shape: twoPhones,
    steps: [
      give('open'),
      leaveOpen('open', 'text', 'typed meanwhile'),
      give('another'),
      goneElsewhere('open'),
      fetchLists,
      finish('open'),
    ],
  },
  'what a server lost that went back to its backup is sent again': {
    shape: twoPhones,
    steps: [
      give('before'),
      backedUp,
      give('lost', ['photo']),
      fetchLists,
      restored,
      give('after'),
      fetchLists,
      sync(),
    ],
  },
  'a server that went back and overtook its counter since is noticed': {
    shape: twoPhones,
    steps: [
      give('before'),
      backedUp,
      give('lost'),
      fetchLists,
      restored,
      network(false),
      edit('before', 'b', 'own'),
      edit('before', 'b', 'own'),
      sync('b'),
      edit('before', 'b', 'own'),
      sync('b'),
      network(true),
      fetchLists,
      sync(),
    ],
  },
  'a photo added after a lost upload doubles nothing': {
    shape: twoPhones,
    server: 'plain',
    steps: [
      fault({ path: uploads, method: 'POST', reaches: 'yes', answer: 'break' }),
      give('more', ['photo']),
      addPhoto('more'),
      pass,
      sync(),
      pass,
      sync(),
    ],
  },
  'a file that the device lost does not hold back its siblings': {
    shape: twoPhones,
    steps: [
      noUploads,
      give('three', ['photo', 'photo', 'photo']),
      loseFile('three'),
      pass,
      sync(),
      pass,
      sync(),
      pass,
      sync(),
    ],
  },
  'a POST that the browser repeats ends as one card, and nothing is deleted': {
    shape: twoPhones,
    steps: [repeated(posts), give('twin', ['photo']), sync(), pass, sync(), fetchLists],
  },
  'an interview that the browser repeated is deleted with its copy': {
    shape: twoPhones,
    steps: [
      repeated(posts),
      give('twin'),
      sync(),
      pass,
      sync(),
      remove('twin', 'a'),
      pass,
      sync(),
      arrives('twin'),
    ],
  },
  'an upload that the browser repeats is one file where keys are known': {
    shape: twoPhones,
    server: 'ours',
    steps: [repeated(uploads), give('upload', ['photo']), sync()],
  },
  'a form that is called inactive holds nothing else back': {
    shape: twoPhones,
    steps: [
      fault({
        path: posts,
        method: 'POST',
        about: 'bad',
        times: 99,
        reaches: 'no',
        answer: json(403, 'This form is inactive.'),
      }),
      network(false),
      ...['bad 1', 'bad 2', 'bad 3', 'bad 4'].map(marker => give(marker)),
      give('good'),
      network(true),
      sync(),
      arrives('good'),
    ],
  },
  'unsent edits outlive a deletion elsewhere': {
    shape: twoPhones,
    steps: [
      give('edited'),
      fault({ path: posts, method: 'PUT', times: 9, reaches: 'no', answer: 'break' }),
      answer('edited', 'text', 'typed before it went'),
      goneElsewhere('edited'),
      fetchLists,
    ],
  },
  'every kind of answer arrives as it was given': {
    shape: twoPhones,
    steps: trickyTexts.map((text, at) =>
      give(`kind ${at}`, at === 0 ? ['paper', 'photo', 'photo'] : [], {
        answers: { text, long: text, several: ['goats', 'a, b', '"quoted"'] },
      }),
    ),
  },
  'an edit of the profile arrives': {
    shape: twoPhones,
    steps: [numbered('9825012345'), sync()],
  },
  'a backup brings work and photos to a second phone': {
    shape: twoPhones,
    steps: [
      network(false),
      give('carried', ['photo', 'paper']),
      carriedOver,
      filesCarried('carried'),
      sync('b'),
      network(true),
      sync(),
      fetchLists,
    ],
  },
  'every submission reaches the phone, however many there are': {
    shape: twoPhones,
    server: 'plain',
    // The second surveyor's first login on this phone.
    steps: [past(130), handedOver('expired'), fetchLists],
  },
  'an edit of an interview from before keys arrives': {
    shape: twoPhones,
    steps: [
      network(false),
      giveOld('old'),
      answer('old', 'text', 'other words'),
      network(true),
      pass,
      sync(),
    ],
  },
  'photos of an edit outlive another edit that is thrown away': {
    shape: twoPhones,
    steps: [
      give('thrown'),
      network(false),
      addPhoto('thrown'),
      leaveOpen('thrown', 'text', 'never mind'),
      discardOpen('thrown'),
      network(true),
      sync(),
    ],
  },
  'a photo that was taken out stays out when the interview is edited again': {
    shape: twoPhones,
    steps: [
      give('out'),
      addPhoto('out'),
      sync(),
      network(false),
      retake('out'),
      answer('out', 'text', 'other words'),
      network(true),
      sync(),
    ],
  },
  'a refused interview keeps its place when it is opened': {
    shape: twoPhones,
    steps: [
      fault({
        path: '/form-submissions',
        method: 'POST',
        reaches: 'no',
        answer: json(422, 'The given data was refused.'),
      }),
      give('placed'),
      reopen('placed'),
      finish('placed'),
      sync(),
    ],
  },
  'a refused edit of what is gone keeps its place when it is opened': {
    shape: twoPhones,
    steps: [
      give('reborn', ['photo']),
      sync(),
      goneElsewhere('reborn'),
      answer('reborn', 'text', 'other words'),
      sync(),
      reopen('reborn'),
      finish('reborn'),
      sync(),
    ],
  },
}
