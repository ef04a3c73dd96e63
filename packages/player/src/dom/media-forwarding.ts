/*
 * Makes a custom element behave like the <video> in its shadow root: every property and method listed in this file
 * is forwarded to that <video>. Names that the browser does not support are left out, so that feature detection
 * (`requestPictureInPicture`, `webkitEnterFullscreen`) gives the right result.
 */

const forwardedProperties = [
  'buffered',
  'crossOrigin',
  'currentTime',
  'defaultMuted',
  'defaultPlaybackRate',
  'disablePictureInPicture',
  'disableRemotePlayback',
  'duration',
  'ended',
  'loop',
  'muted',
  'networkState',
  'paused',
  'playbackRate',
  'played',
  'playsInline',
  'poster',
  'preload',
  'preservesPitch',
  'readyState',
  'remote',
  'seeking',
  'textTracks',
  'videoHeight',
  'videoWidth',
  'volume',
] as const satisfies readonly (keyof HTMLVideoElement)[];

const forwardedMethods = [
  'addTextTrack',
  'canPlayType',
  'getVideoPlaybackQuality',
  'requestPictureInPicture',
] as const satisfies readonly (keyof HTMLVideoElement)[];

/**
 * Vendor-prefixed properties of <video> that are forwarded to it: Safari's, which the player controls of media-chrome
 * look for, and Chromium's decoder counters.
 */
const prefixedProperties = [
  'webkitAudioDecodedByteCount',
  'webkitDecodedFrameCount',
  'webkitDisplayingFullscreen',
  'webkitPresentationMode',
  'webkitSupportsFullscreen',
] as const;
const prefixedMethods = [
  'webkitEnterFullscreen',
  'webkitExitFullscreen',
  'webkitSetPresentationMode',
  'webkitShowPlaybackTargetPicker',
] as const;

/**
 * The events of the inner <video> that the custom element around it fires again. `error` is not among them:
 * `<stream-video>` fires it itself for playback failures.
 */
const forwardedEvents = [
  'abort',
  'canplay',
  'canplaythrough',
  'durationchange',
  'emptied',
  'ended',
  'enterpictureinpicture',
  'leavepictureinpicture',
  'loadeddata',
  'loadedmetadata',
  'loadstart',
  'pause',
  'play',
  'playing',
  'progress',
  'ratechange',
  'resize',
  'seeked',
  'seeking',
  'stalled',
  'suspend',
  'timeupdate',
  'volumechange',
  'waiting',
  'webkitbeginfullscreen',
  'webkitcurrentplaybacktargetiswirelesschanged',
  'webkitendfullscreen',
  'webkitplaybacktargetavailabilitychanged',
  'webkitpresentationmodechanged',
] as const;

/**
 * The members of HTMLVideoElement that a custom element with a <video> inside forwards to it, and Chromium's counter of
 * decoded audio bytes where it exists.
 */
export type ForwardedMedia = Pick<
  HTMLVideoElement,
  (typeof forwardedProperties)[number] | (typeof forwardedMethods)[number] | 'seekable'
> & { readonly webkitAudioDecodedByteCount?: number };

/**
 * What `seekable` is before the metadata have been read. WebKitGTK must not be asked then: it answers with the duration
 * that its pipeline reports so far, which is 0 or a few milliseconds, and keeps that duration for good. It then ends the
 * film as soon as it plays, and moves the duration along with the position.
 */
const noRanges: TimeRanges = {
  length: 0,
  start: refuseIndex,
  end: refuseIndex,
};

function refuseIndex(): never {
  throw new DOMException('there are no ranges', 'IndexSizeError');
}

/** A custom element with a <video> in its shadow root, to which the element's properties and methods are forwarded. */
interface VideoHolder extends HTMLElement {
  readonly video: HTMLVideoElement;
}

/** Base class of custom elements that behave like the <video> in their shadow root. */
export const ForwardingElement = createForwardingElement();

function createForwardingElement(): new () => VideoHolder & ForwardedMedia {
  class HoldingElement extends HTMLElement {
    readonly video: HTMLVideoElement = this.ownerDocument.createElement('video');

    constructor() {
      super();
      // The <video> is styled by script: an inline style attribute would violate the content security policy,
      // `innerHTML` the Trusted Types policy.
      this.video.style.cssText = 'display: block; width: 100%; height: 100%; object-fit: inherit;';
      this.video.playsInline = true;
      this.attachShadow({ mode: 'open' }).append(this.video);
      for (const type of forwardedEvents) {
        this.video.addEventListener(type, (event) => this.dispatchEvent(copyEvent(event)));
      }
    }
  }
  Object.defineProperty(HoldingElement.prototype, 'seekable', {
    configurable: true,
    enumerable: true,
    get(this: HoldingElement): TimeRanges {
      return this.video.readyState === HTMLMediaElement.HAVE_NOTHING ? noRanges : this.video.seekable;
    },
  });
  const native = HTMLVideoElement.prototype;
  for (const name of [...forwardedProperties, ...prefixedProperties]) {
    if (!(name in native)) continue;
    Object.defineProperty(HoldingElement.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: HoldingElement): unknown {
        return Reflect.get(this.video, name);
      },
      set(this: HoldingElement, value: unknown) {
        Reflect.set(this.video, name, value);
      },
    });
  }
  for (const name of [...forwardedMethods, ...prefixedMethods]) {
    if (!(name in native)) continue;
    Object.defineProperty(HoldingElement.prototype, name, {
      configurable: true,
      writable: true,
      value(this: HoldingElement, ...parameters: unknown[]): unknown {
        const method = Reflect.get(this.video, name) as (...parameters: unknown[]) => unknown;
        return method.apply(this.video, parameters);
      },
    });
  }
  return HoldingElement as unknown as new () => VideoHolder & ForwardedMedia;
}

/**
 * Copies an event of the inner <video>, so that the custom element around it can fire it too. Safari's AirPlay event
 * has a property `availability`, which says whether there is a screen to play on.
 */
function copyEvent(event: Event): Event {
  const copy = new Event(event.type);
  if ('availability' in event) Object.defineProperty(copy, 'availability', { value: event.availability });
  return copy;
}
