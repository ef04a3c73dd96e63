/** A port of the loopback that is free now. */
export declare function findFreePort(): Promise<number>;
