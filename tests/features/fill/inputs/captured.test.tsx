// @vitest-environment happy-dom
import { Blob as StorableBlob, File as StorableFile } from 'node:buffer'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../replication/http/result.ts'
import type { CaptureEnv, ScanFailure, Env } from '../../../../src/env.ts'
import { FillContext, type FillParts } from '../../../../src/features/fill/fill-context.tsx'
import { SubmitBar } from '../../../../src/features/fill/submit/submit-bar.tsx'
import type { Submitting } from '../../../../src/features/fill/submit/use-submit.ts'
import { describedBy, showField, useDevice } from './show-field.tsx'

/** BARCODE, AUDIO and GEOPOINT: by the device, without it, and the screen reader's text. */

useDevice()

beforeAll(() => {
  // The Blob of happy-dom cannot be stored, and its URL takes no other.
  vi.stubGlobal('Blob', StorableBlob)
  vi.stubGlobal('File', StorableFile)
  URL.createObjectURL = () => 'blob:recording'
})

const name = /^1\. Question q/
const required = 'This field is required.'

describe('BARCODE', () => {
  const box = () => screen.getByRole<HTMLInputElement>('textbox', { name })
  const show = (scanCode: CaptureEnv['scanCode'], isRequired = false) =>
    showField({ type: 'BARCODE', is_required: isRequired }, undefined, undefined, { scanCode })

  it('takes the code that the camera sees, and says it', async () => {
    const { user, answer } = show(() => Promise.resolve(ok('4006381333931')))
    await user.click(screen.getByRole('button', { name: 'Scan the code' }))
    await expect.poll(() => box().value).toBe('4006381333931')
    expect(answer()).toBe('4006381333931')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('Read: 4006381333931')
  })

  it.each<[ScanFailure, RegExp]>([
    ['denied', /may not use the camera/],
    ['missing', /No camera was found/],
    ['no reader', /not on this device yet/],
    ['stopped', /The camera stopped/],
  ])('says why there is no code (%s), and takes a typed one', async (failure, words) => {
    const { user, answer } = show(() => Promise.resolve(err(failure)))
    await user.click(screen.getByRole('button', { name: 'Scan the code' }))
    await screen.findByText(words)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.type(box(), 'WHO-7')
    expect(answer()).toBe('WHO-7')
  })

  it('lets go of the camera when it is closed', async () => {
    const signals: AbortSignal[] = []
    const { user } = show((_video, signal) => {
      signals.push(signal)
      return new Promise(() => {})
    })
    await user.click(screen.getByRole('button', { name: 'Scan the code' }))
    await screen.findByText('Starting the camera…')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('says that it is required', async () => {
    const { interview } = show(() => new Promise(() => {}), true)
    act(() => void interview.problems.revealAll())
    await screen.findByText(required)
    expect(describedBy(box())).toBe(required)
  })
})

describe('AUDIO', () => {
  const group = () => within(screen.getByRole('group', { name }))
  /** A microphone that delivers one part for each `say`. */
  const createMicrophone = () => {
    let take: (bytes: Blob) => void = () => {}
    let end = () => {}
    const record: CaptureEnv['record'] = receive => {
      take = receive
      const ended = new Promise<void>(resolve => {
        end = resolve
      })
      return Promise.resolve(ok({ stop: end, ended }))
    }
    return {
      record,
      say: (words: string) => take(new Blob([words], { type: 'audio/webm;codecs=opus' })),
      end: () => end(),
    }
  }

  it('records, stops, plays and replaces', async () => {
    const microphone = createMicrophone()
    const shown = showField({ type: 'AUDIO', multiple: false }, undefined, undefined, microphone)
    const { user, interview, field } = shown
    expect(group().getByText('Up to 10 minutes')).toBeTruthy()
    for (const button of ['Record', 'Record again']) {
      await user.click(await group().findByRole('button', { name: button }))
      expect((await group().findByRole('timer')).textContent).toBe('Recording: 0:00 of 10:00')
      expect(group().queryByText('Add a recording')).toBeNull()
      microphone.say('one ')
      microphone.say('two')
      await user.click(group().getByRole('button', { name: 'Stop recording' }))
      await group().findByLabelText('Play recording.webm')
    }
    await expect.poll(() => interview.files.get(field.id).length).toBe(1)
    expect(interview.files.get(field.id)).toMatchObject([
      { file_name: 'recording.webm', file_type: 'audio/webm', file_size: 7, field_type: 'AUDIO' },
    ])
  })

  it('is what Submit waits for while it runs, and no file is said to be prepared', async () => {
    const { interview, fileWork, user } = showField(
      { type: 'AUDIO' },
      undefined,
      undefined,
      createMicrophone(),
    )
    const submitting = { phase: { kind: 'idle' }, press: () => {} } as unknown as Submitting
    render(
      <FillContext value={{ interview, fileWork } as FillParts}>
        <SubmitBar submitting={submitting} hasTried={false} onNext={() => {}} isEdit={false} />
      </FillContext>,
    )
    await user.click(group().getByRole('button', { name: 'Record' }))
    await screen.findByText('A recording is running. Stop it first.')
    expect(screen.queryByText(/being prepared/)).toBeNull()
    await user.click(group().getByRole('button', { name: 'Stop recording' }))
    await expect.poll(() => screen.queryByText(/A recording is running/)).toBeNull()
  })

  it('shows no part of a recording as an answer', async () => {
    const microphone = createMicrophone()
    const { user, interview, field } = showField(
      { type: 'AUDIO' },
      undefined,
      undefined,
      microphone,
    )
    await user.click(group().getByRole('button', { name: 'Record' }))
    await group().findByRole('timer')
    microphone.say('one')
    await expect.poll(() => interview.files.get(field.id).length).toBe(1)
    expect(group().queryByText('recording.webm')).toBeNull()
    await act(() => Promise.resolve(microphone.end()))
    await group().findByText('recording.webm')
  })

  it('lets go of a microphone that was allowed after the surveyor had left', async () => {
    let allow = () => {}
    let isStopped = false
    const allowed = new Promise<void>(resolve => {
      allow = resolve
    })
    const record: CaptureEnv['record'] = async () => {
      await allowed
      const stop = () => {
        isStopped = true
      }
      return ok({ stop, ended: new Promise(() => {}) })
    }
    const { user } = showField({ type: 'AUDIO' }, undefined, undefined, { record })
    await user.click(group().getByRole('button', { name: 'Record' }))
    cleanup()
    allow()
    await expect.poll(() => isStopped).toBe(true)
  })

  it.each([
    ['denied', /may not use the microphone/],
    ['missing', /cannot record here/],
  ] as const)('says why it cannot record (%s), and takes a file', async (failure, words) => {
    const record = () => Promise.resolve(err(failure))
    const { user, interview, field } = showField({ type: 'AUDIO' }, undefined, undefined, {
      record,
    })
    await user.click(group().getByRole('button', { name: 'Record' }))
    await group().findByText(words)
    const picker = group().getByLabelText<HTMLInputElement>('Add a recording')
    expect(picker.accept).toBe('audio/*')
    await user.upload(picker, new File(['x'], 'story.mp3', { type: 'audio/mpeg' }))
    await group().findByText('story.mp3')
    expect(interview.files.get(field.id)).toHaveLength(1)
  })

  it('says that it is required', async () => {
    const { interview } = showField({ type: 'AUDIO', is_required: true })
    act(() => void interview.problems.revealAll())
    expect(await group().findByText(required)).toBeTruthy()
  })
})

describe('GEOPOINT', () => {
  it('keeps typed coordinates when the position that was awaited comes late', async () => {
    let fix = () => {}
    const locate = () =>
      new Promise<Awaited<ReturnType<Env['locate']>>>(resolve => {
        fix = () => resolve(ok({ latitude: 12.97, longitude: 77.59, accuracy: 900, timestamp: 0 }))
      })
    const { user, answer } = showField({ type: 'GEOPOINT' }, undefined, undefined, { locate })
    await user.click(screen.getByRole('button', { name: 'Record position' }))
    await user.click(screen.getByRole('button', { name: 'Type coordinates' }))
    await user.type(screen.getByRole('textbox', { name }), '22.3071 73.1812')
    await act(() => Promise.resolve(fix()))
    expect(answer()).toBe('22.3071 73.1812')
  })
})
