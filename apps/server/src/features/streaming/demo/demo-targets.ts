import type { ChannelInput } from '@butaca/contract';
import type { Actor } from '@butaca/db';
import type { DemoAccount } from './demo-accounts.ts';
import type { DemoVideo } from './demo-videos.ts';

/** The features (accounts, channels, videos …) into which the demo's catalogue and accounts are written. */
export interface DemoTargets {
  accounts: {
    generatePassword(): string;
    /** @returns the account's id */
    createDemoAccount(account: DemoAccount): Promise<string>;
    countAccounts(): Promise<number>;
    countDemoAccounts(): Promise<number>;
    /** @param actor - who removes the demo, for the audit log; the actor's own account is kept */
    removeDemoAccounts(actor: Actor | undefined): Promise<void>;
  };
  channels: {
    countAll(): Promise<number>;
    countDemo(): Promise<number>;
    addDemo(
      input: ChannelInput,
      demo: { channelNumber: number; colour: string | null; tvgId: string; archiveDays?: number | undefined },
    ): Promise<void>;
    removeDemo(): Promise<void>;
  };
  guide: {
    /** Adds the guide of the demo's channels, which is read later. */
    addDemo(): Promise<void>;
    removeDemo(): Promise<void>;
  };
  videos: {
    countDemo(): Promise<number>;
    /** @returns the ids of the videos by slug */
    addDemo(videos: readonly DemoVideo[]): Promise<ReadonlyMap<string, string>>;
    removeDemo(): Promise<void>;
  };
  collections: {
    addDemo(name: string, itemsModel: 'Video' | 'Serie', videoIds: readonly string[]): Promise<void>;
    removeDemo(): Promise<void>;
  };
  progress: {
    /** Stores a demo account's playback position in a video, with a date in the past. */
    begin(accountId: string, videoId: string, position: BegunPosition): Promise<void>;
  };
}

/** A playback position in seconds that a demo account begins with, in a film or in a chapter of a series. */
export interface BegunPosition {
  seconds: number;
  durationSeconds: number;
  season: number | undefined;
  chapter: number | undefined;
  at: Date;
}
