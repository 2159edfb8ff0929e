/// Real files to try, where a machine has them: `BROMIDE_CORPUS`, else `../shared/corpus` beside the package.
public enum Corpus {
}
