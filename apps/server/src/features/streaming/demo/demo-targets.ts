import type { ChannelInput } from '@butaca/contract';
import type { Actor } from '@butaca/db';
import type { DemoAccount } from './demo-accounts.ts';
import type { DemoVideo } from './demo-videos.ts';

/** The features that the demo's catalogue and accounts are written to. */
export interface DemoTargets {
  accounts: {
    generatePassword(): string;
    /** @returns its key */
    createDemoAccount(account: DemoAccount): Promise<string>;
    countAccounts(): Promise<number>;
    countDemoAccounts(): Promise<number>;
    /** @param actor - who removes the demo: keeps the account, and is kept as its remover */
    removeDemoAccounts(actor: Actor | undefined): Promise<void>;
  };
  channels: {
    countAll(): Promise<number>;
    countDemo(): Promise<number>;
    addDemo(input: ChannelInput, demo: { channelNumber: number; colour: string | null }): Promise<void>;
    removeDemo(): Promise<void>;
  };
  catalogue: {
    countDemo(): Promise<number>;
    /** @returns the keys, by slug */
    addDemo(videos: readonly DemoVideo[]): Promise<ReadonlyMap<string, string>>;
    removeDemo(): Promise<void>;
  };
  collections: {
    addDemo(name: string, itemsModel: 'Video' | 'Serie', videoIds: readonly string[]): Promise<void>;
    removeDemo(): Promise<void>;
  };
  progress: {
    /** Writes progress of an account in a video at an earlier moment. */
    begin(accountId: string, videoId: string, place: BegunPlace): Promise<void>;
  };
}

/** Seconds into a film, or into a chapter of a series. */
export interface BegunPlace {
  seconds: number;
  durationSeconds: number;
  season: number | undefined;
  chapter: number | undefined;
  at: Date;
}
