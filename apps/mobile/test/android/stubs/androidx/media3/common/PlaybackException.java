package androidx.media3.common;

public class PlaybackException extends Exception {
    public static final int ERROR_CODE_IO_NO_PERMISSION = 2006;

    public final int errorCode;

    public PlaybackException(String message, Throwable cause, int errorCode) {
        super(message, cause);
        this.errorCode = errorCode;
    }
}
